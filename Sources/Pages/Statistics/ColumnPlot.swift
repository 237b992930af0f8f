import Languages

/// A column for each row of a table, with the numbers of some columns of the table stacked and their names beside them.
///
/// A line leads from each name to its part in the last column that is not empty, so that it crosses no other column. A part that is
/// not in that column has its name without a line, in the order of the stack.
struct ColumnPlot: HTML {
    let table: FigureTable
    /// The columns of the table, the lowest first.
    let series: [Int]

    /// The parts that are in any column, from top to bottom, with the height of their middle in the last one that is not empty.
    var bands: [BandNames.Band] {
        let last = table.rows.last { $0.total(of: series) > 0 }
        let most = most
        return series.indices.reversed().compactMap { part in
            let column = series[part]
            guard let last, table.rows.contains(where: { $0.values[column].amount > 0 }) else {
                return nil
            }
            let amount = last.values[column].amount
            let middle = last.total(of: series.prefix(part)) + amount / 2
            return BandNames.Band(part: part, height: amount > 0 ? middle / most : nil)
        }
    }

    /// The sum of the highest column.
    private var most: Double { table.rows.map { $0.total(of: series) }.max() ?? 0 }

    func write(to page: inout HTMLWriter) {
        let bands = series.count > 1 ? bands : []
        PlotFrame(
            rows: table.rows,
            most: mostPhrase,
            names: BandNames(bands: bands, names: series.map { table.columns[$0] }),
            drawing: ColumnBars(
                rows: table.rows,
                series: series,
                most: most,
                heights: bands.compactMap(\.height)
            )
        ).write(to: &page)
    }

    /// The value of the highest column, as the axis' only label.
    private var mostPhrase: Phrase {
        let highest = table.rows.max { $0.total(of: series) < $1.total(of: series) }
        guard let highest, most > 0 else { return Phrase(verbatim: "0") }
        return series.count == 1
            ? highest.values[series[0]].phrase : FigureValue.count(Int(most)).phrase
    }
}

/// Vertical bars, which the style sheet stretches to the width of the figure and mirrors in right-to-left pages.
private struct ColumnBars: HTML {
    let rows: [FigureTable.Row]
    let series: [Int]
    let most: Double
    /// Where lines lead on from the last bar, over the empty places after it, to the edge.
    let heights: [Double]

    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"columns\" preserveAspectRatio=\"none\" viewBox=\"0 0 ")
        page.number(max(rows.count, 1) * 10)
        page.markup(" 1000\">")
        for (part, column) in series.enumerated() {
            page.markup("<path class=\"part-")
            page.number(part)
            page.markup("\" d=\"")
            for (index, row) in rows.enumerated() where row.values[column].amount > 0 {
                let below = row.total(of: series.prefix(part))
                page.markup("M")
                page.number(index * 10 + 1)
                page.markup(" ")
                page.number(svgHeight(below / most))
                page.markup("h8v-")
                page.number(max(Int((1_000 * row.values[column].amount / most).rounded()), 1))
                page.markup("h-8z")
            }
            page.markup("\"/>")
        }
        if !heights.isEmpty, let last = rows.lastIndex(where: { $0.total(of: series) > 0 }) {
            page.markup("<path class=\"name-line\" d=\"")
            for height in heights {
                page.markup("M")
                page.number(last * 10 + 9)
                page.markup(" ")
                page.number(svgHeight(height))
                page.markup("H")
                page.number(rows.count * 10)
            }
            page.markup("\"/>")
        }
        page.markup("</svg>")
    }
}

/// How far down a height from 0 to 1 is in a drawing that is 1,000 high.
func svgHeight(_ height: Double) -> Int { Int((1_000 * (1 - height)).rounded()) }
