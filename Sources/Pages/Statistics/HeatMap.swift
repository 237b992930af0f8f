import Languages
import LibraryValues
import Notes

/// A square for each day of the last year, the darker the more was answered, and what is due in the weeks to come.
struct HeatMap: HTML {
    let statistics: Statistics

    /// How many weeks before this one are drawn, and how many after it.
    private static let weeks = (before: 48, after: 4)
    private static let square = 11

    func write(to page: inout HTMLWriter) {
        StatisticsFigure(
            id: "days",
            title: "Days",
            finding: finding,
            explanation:
                "A square is a day, which begins at the hour set under Settings. An answer belongs to the day that it was on your clock when you gave it, wherever you were. Outlined squares show what is due.",
            table: table,
            isWide: true
        ) { drawing }.write(to: &page)
    }

    private var counts: [Int: Int] {
        Dictionary(uniqueKeysWithValues: statistics.days.map { ($0.number, $0.answers) })
    }

    private var finding: Phrase {
        let recent = statistics.days.count {
            $0.number > statistics.today - 30 && $0.answers > 0
        }
        return "You studied on \(recent) of the last 30 days."
    }

    private var drawing: HeatMapDrawing {
        let today = statistics.today
        // Weeks begin on Monday; day 0 was a Thursday.
        let monday = today - ((today + 3) % 7 + 7) % 7
        return HeatMapDrawing(
            first: monday - 7 * Self.weeks.before,
            weeks: Self.weeks.before + Self.weeks.after + 1,
            today: today,
            counts: counts,
            forecast: statistics.forecast
        )
    }

    private var table: StatisticsTable {
        let rows = statistics.days.suffix(60).reversed().map { day in
            (
                name: dayName(day.number),
                cells: [
                    Phrase(verbatim: grouped(day.reviews)),
                    Phrase(verbatim: grouped(day.practice)),
                    durationText(milliseconds: day.milliseconds),
                ]
            )
        }
        return StatisticsTable(columns: ["Day", "Reviews", "Practice", "Time"], rows: rows)
    }
}

/// The date of a day, as the language writes it.
func dayName(_ number: Int) -> Phrase { MomentFormatter.date(number) }

private struct HeatMapDrawing: HTML {
    let first: Int
    let weeks: Int
    let today: Int
    let counts: [Int: Int]
    let forecast: [Int]

    private static let step = 13

    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"heat\" aria-hidden=\"true\" viewBox=\"0 0 ")
        page.number(weeks * Self.step)
        page.markup(" ")
        page.number(7 * Self.step)
        page.markup("\">")
        let sorted = counts.values.filter { $0 > 0 }.sorted()
        for day in first..<first + weeks * 7 {
            page.markup("<rect width=\"11\" height=\"11\" rx=\"2\" x=\"")
            page.number((day - first) / 7 * Self.step)
            page.markup("\" y=\"")
            page.number((day - first) % 7 * Self.step)
            page.markup("\" class=\"")
            page.markup(kind(of: day, sorted))
            page.markup("\"/>")
        }
        page.markup("</svg>")
    }

    private func kind(of day: Int, _ sorted: [Int]) -> StaticString {
        if day > today {
            let ahead = day - today
            return ahead < forecast.count && forecast[ahead] > 0 ? "due" : "later"
        }
        let count = counts[day] ?? 0
        guard count > 0, let most = sorted.last else { return day == today ? "none now" : "none" }
        // By the square root, so that one huge day does not make all others look alike.
        let share = (Double(count) / Double(most)).squareRoot()
        switch share {
        case ..<0.35: return "heat-1"
        case ..<0.6: return "heat-2"
        case ..<0.85: return "heat-3"
        default: return "heat-4"
        }
    }
}
