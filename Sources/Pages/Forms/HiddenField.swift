struct HiddenField: HTML {
    let name: StaticString
    let value: String?

    init(_ name: StaticString, _ value: String?) {
        self.name = name
        self.value = value
    }

    func write(to page: inout HTMLWriter) {
        input(.type("hidden"), .fixed("name", name), .text("value", value)).write(to: &page)
    }
}
