import Languages

/// One figure: its heading, its finding in a sentence, a drawing, the same as a table, and how it is counted.
struct StatisticsFigure: HTML {
    let id: StaticString
    let title: Phrase
    let finding: Phrase
    let explanation: Phrase
    let table: StatisticsTable
    /// Whether it takes the width of the page.
    var isWide = false
    @HTMLBuilder let drawing: () -> Fragment

    func write(to page: inout HTMLWriter) {
        section(
            isWide ? .class("panel stat wide") : .class("panel stat"),
            .aria("aria-labelledby", id)
        ) {
            h2(.id(id)) { title }
            p(.class("finding")) { finding }
            div(.class("drawing")) { drawing() }
            details {
                summary { "Table" }
                table
            }
            details {
                summary { "How this is counted" }
                p(.class("muted small")) { explanation }
            }
        }.write(to: &page)
    }
}

/// The numbers of a figure; the first column names the rows.
struct StatisticsTable: HTML {
    let columns: [Phrase]
    let rows: [(name: Phrase, cells: [Phrase])]

    func write(to page: inout HTMLWriter) {
        Pages.table(.class("stat-table")) {
            thead {
                tr { Each(columns) { column in th(.fixed("scope", "col")) { column } } }
            }
            tbody {
                Each(rows) { row in
                    tr {
                        th(.fixed("scope", "row")) { row.name }
                        Each(row.cells) { cell in td { cell } }
                    }
                }
            }
        }.write(to: &page)
    }
}

/// Columns of equal width, drawn as a picture that the table beside it explains.
struct ColumnChart: HTML {
    struct Part {
        let value: Int
        /// The class that colours it.
        let kind: StaticString
    }

    /// For each column, its parts from the bottom up.
    let columns: [[Part]]

    private static let height = 100

    func write(to page: inout HTMLWriter) {
        let most = max(columns.map { $0.reduce(0) { $0 + $1.value } }.max() ?? 0, 1)
        let width = max(columns.count, 1) * 10
        page.markup(
            "<svg class=\"columns\" aria-hidden=\"true\" preserveAspectRatio=\"none\" viewBox=\"0 0 "
        )
        page.number(width)
        page.markup(" 102\"><path class=\"axis\" d=\"M0 101h")
        page.number(width)
        page.markup("\"/>")
        for (index, column) in columns.enumerated() {
            var top = Self.height
            for part in column where part.value > 0 {
                let height = max(part.value * Self.height / most, 1)
                top -= height
                page.markup("<path class=\"")
                page.markup(part.kind)
                page.markup("\" d=\"M")
                page.number(index * 10 + 1)
                page.markup(" ")
                page.number(max(top, 0))
                page.markup("h8v")
                page.number(height)
                page.markup("h-8Z\"/>")
            }
        }
        page.markup("</svg>")
    }
}

/// A bar with its name and number beside it.
struct LabelledBar: HTML {
    let name: Phrase
    let value: Int
    let whole: Int
    let kind: StaticString

    func write(to page: inout HTMLWriter) {
        li(.class("bar")) {
            span { name }
            Bar(length: value * 200 / max(whole, 1), isEmpty: value == 0, kind: kind)
            b { grouped(value) }
        }.write(to: &page)
    }
}

private struct Bar: HTML {
    let length: Int
    let isEmpty: Bool
    let kind: StaticString

    func write(to page: inout HTMLWriter) {
        page.markup(
            "<svg class=\"bar-drawing\" aria-hidden=\"true\" preserveAspectRatio=\"none\" viewBox=\"0 0 200 12\"><path class=\"bar-ground\" d=\"M0 0h200v12H0Z\"/>"
        )
        if !isEmpty {
            page.markup("<path class=\"")
            page.markup(kind)
            page.markup("\" d=\"M0 0h")
            page.number(max(length, 2))
            page.markup("v12H0Z\"/>")
        }
        page.markup("</svg>")
    }
}
