/// Lines over the rows of a table, from 0 to the highest number, with their names beside them; rows without a number are left out.
struct LinePlot: HTML {
    let table: FigureTable
    /// The columns of the table.
    let series: [Int]

    /// The lines from top to bottom, by where they end.
    var bands: [BandNames.Band] {
        let most = most
        return series.enumerated().map { part, column in
            let counts = table.rows.compactMap { row -> Int? in
                if case .count(let count) = row.values[column] { count } else { nil }
            }
            return BandNames.Band(part: part, height: Double(counts.last ?? 0) / max(most, 1))
        }.sorted { ($1.height ?? 0, $0.part) < ($0.height ?? 0, $1.part) }
    }

    private var most: Double {
        table.rows.flatMap { row in series.map { row.values[$0].amount } }.max() ?? 0
    }

    func write(to page: inout HTMLWriter) {
        PlotFrame(
            rows: table.rows,
            most: FigureValue.count(Int(most)).phrase,
            names: BandNames(
                bands: series.count > 1 ? bands : [],
                names: series.map { table.columns[$0] },
                areLines: true
            ),
            drawing: PlottedLines(rows: table.rows, series: series, most: most)
        ).write(to: &page)
    }
}

/// The lines, which the style sheet stretches to the width of the figure and mirrors in right-to-left pages.
private struct PlottedLines: HTML {
    let rows: [FigureTable.Row]
    let series: [Int]
    let most: Double

    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"curve lines\" preserveAspectRatio=\"none\" viewBox=\"0 0 ")
        page.number(max(10 * (rows.count - 1), 1))
        page.markup(" 1000\">")
        for (part, column) in series.enumerated() {
            page.markup("<path class=\"line-")
            page.number(part)
            page.markup("\" d=\"")
            var isFirst = true
            for (index, row) in rows.enumerated() {
                guard case .count(let count) = row.values[column] else { continue }
                page.markup(isFirst ? "M" : "L")
                isFirst = false
                page.number(10 * index)
                page.markup(" ")
                page.number(svgHeight(Double(count) / max(most, 1)))
            }
            page.markup("\"/>")
        }
        page.markup("</svg>")
    }
}
