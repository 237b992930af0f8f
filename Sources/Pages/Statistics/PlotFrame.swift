import Languages

/// A drawing over the rows of a table: above it the highest value, below it the first and the last row, beside it the names of its parts.
struct PlotFrame<Drawing: HTML>: HTML {
    let rows: [FigureTable.Row]
    let most: Phrase
    /// Left out if there are none.
    let names: BandNames
    let drawing: Drawing

    func write(to page: inout HTMLWriter) {
        let hasNames = !names.bands.isEmpty
        div(.class(hasNames ? "plot banded" : "plot"), .ariaHidden) {
            p(.class("plot-most")) { most }
            drawing
            if hasNames { names }
            div(.class("plot-ends")) {
                span { rows.first?.label ?? "" }
                if rows.count > 1 { span { rows.last?.label ?? "" } }
            }
            p(.class("reading"))
        }.write(to: &page)
    }
}
