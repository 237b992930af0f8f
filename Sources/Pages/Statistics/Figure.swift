import Languages
import LibraryValues

/// A figure: its finding in one sentence, the numbers, how they are drawn, and how they are counted.
///
/// The drawing and the table are both made from `table`, so that they cannot differ; only the heat map shows the days that its
/// table sums by month.
struct Figure {
    /// Unique on the page.
    let name: String
    let title: Phrase
    let finding: Phrase
    let table: FigureTable
    var drawing = Drawing.none
    let explanation: Phrase

    enum Drawing {
        case none
        /// Days by how much was done on them.
        case heat(HeatMap)
        /// A column for each row, with the numbers of these columns of the table stacked, the lowest first.
        case columns([Int])
        /// A bar for each row, with the numbers of these columns of the table one after the other.
        case bars([Int])
        /// A bar for each row, all of one length, divided by the numbers of these columns of the table.
        case shares([Int])
        /// For each row the retention in this column of the table, with its interval, and the aim in percent.
        case retention(Int, aim: Int)
        case curve(ForgettingCurve)
        /// A line for each of these columns of the table, over its rows; rows without a number are left out.
        case lines([Int])
        case calibration([SchedulerReport.Bin])
    }
}

struct FigureTable {
    /// What the rows are.
    let rowTitle: Phrase
    let columns: [Phrase]
    var rows: [Row]

    struct Row {
        let label: Phrase
        let values: [FigureValue]
        /// The page that is about it.
        var route: Route?

        func total(of columns: some Sequence<Int>) -> Double {
            columns.reduce(0) { $0 + values[$1].amount }
        }
    }
}

/// A number in a table, as it is written and drawn.
enum FigureValue {
    case count(Int)
    /// A part of a whole.
    case part(Int, of: Int)
    case minutes(Double)
    case retention(Statistics.Retention)
    case interval(Statistics.Retention)
    case text(Phrase)

    var amount: Double {
        switch self {
        case .count(let count), .part(let count, _): Double(count)
        case .minutes(let minutes): minutes
        case .retention(let retention), .interval(let retention): Double(retention.of)
        case .text: 0
        }
    }

    var phrase: Phrase {
        switch self {
        case .count(let count): Phrase(verbatim: grouped(count))
        case .part(let part, let whole):
            whole < Statistics.Retention.enough
                ? Phrase(verbatim: grouped(part))
                : "\(grouped(part)) (\(percent(part, of: whole)))"
        case .minutes(0): "\(0) min"
        case .minutes(let minutes): durationText(minutes: minutes)
        case .retention(let retention): retention.phrase
        case .interval(let retention):
            retention.interval.map { "\($0.lowerBound)–\($0.upperBound)%" as Phrase }
                ?? Phrase(verbatim: "–")
        case .text(let text): text
        }
    }
}

/// A share in whole percent, such as `91%`, of which only none is 0 % and only the whole 100 %.
func percent(_ part: Int, of whole: Int) -> Phrase {
    switch percentage(part, of: whole) {
    case 0 where part > 0: "<\(1)%"
    case 100 where part < whole: ">\(99)%"
    case let percentage: "\(percentage)%"
    }
}

/// A share in percent, rounded.
func percentage(_ part: Int, of whole: Int) -> Int {
    whole == 0 ? 0 : (200 * part + whole) / (2 * whole)
}

extension Statistics.Retention {
    /// The smallest number of reviews for which a percentage says something.
    static let enough = 20

    /// `1,204 of 1,330 (91%)`, or `17 of 19` where there are few.
    var phrase: Phrase {
        switch of {
        case 0: Phrase(verbatim: "–")
        case ..<Self.enough: "\(grouped(recalled)) of \(grouped(of))"
        default: "\(grouped(recalled)) of \(grouped(of)) (\(percent(recalled, of: of)))"
        }
    }

    /// The percentages between which the true value lies with a probability of 95 %, after Wilson; nil where there are few.
    var interval: ClosedRange<Int>? {
        guard of >= Self.enough else { return nil }
        let (low, high) = wilson
        return percentage(low)...percentage(high)
    }

    /// Wilson's interval, from "Probable Inference, the Law of Succession, and Statistical Inference" (1927).
    var wilson: (low: Double, high: Double) {
        let (n, z) = (Double(of), 1.959_964)
        guard n > 0 else { return (0, 1) }
        let share = Double(recalled) / n
        let middle = share + z * z / (2 * n)
        let spread = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        return ((middle - spread) / scale, (middle + spread) / scale)
    }
}

extension Figure {
    /// The figure as text: its heading, its finding and its table.
    var text: String {
        let heading = title.description
        let lines = [heading, String(repeating: "-", count: heading.count), finding.description]
        return (lines + table.lines).joined(separator: "\n")
    }
}

extension FigureTable {
    fileprivate var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let head = ([rowTitle] + columns).map(\.description)
        let body = rows.map { row in
            [row.label.description] + row.values.map(\.phrase.description)
        }
        let widths = head.indices.map { column in
            ([head] + body).map { $0[column].count }.max() ?? 0
        }
        return [""]
            + ([head] + body).map { cells in
                cells.enumerated().map { column, cell in
                    let space = String(repeating: " ", count: widths[column] - cell.count)
                    return column == 0 ? cell + space : space + cell
                }.joined(separator: "  ")
            }
    }
}
