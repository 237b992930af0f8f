/// A short piece of a line in a chart, beside what it is called.
struct LineSwatch: HTML {
    /// Nil for the aim.
    let part: Int?

    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"line-swatch\" viewBox=\"0 0 20 12\"><path class=\"")
        if let part {
            page.markup("line-")
            page.number(part)
        } else {
            page.markup("aim")
        }
        page.markup("\" d=\"M0 6H20\"/></svg>")
    }
}
