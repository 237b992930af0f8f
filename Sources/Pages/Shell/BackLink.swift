import Languages

/// The arrow before a page's title, which leads to the page above it.
struct BackLink: HTML {
    private let destination: Route

    init(_ destination: Route) { self.destination = destination }

    func write(to page: inout HTMLWriter) {
        a(.class("icon-btn back-link"), .href(destination), .ariaLabel("Back")) {
            Icon.back.large
        }.write(to: &page)
    }
}
