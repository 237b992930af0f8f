/// The colour of a part of a stack.
struct Swatch: HTML {
    let index: Int

    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"swatch\" viewBox=\"0 0 12 12\"><rect class=\"part-")
        page.number(index)
        page.markup("\" width=\"12\" height=\"12\" rx=\"3\"/></svg>")
    }
}
