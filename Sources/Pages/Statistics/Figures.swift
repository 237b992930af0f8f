import Languages
import LibraryValues
import Notes

/// How much was recalled, against what the learner wants to recall.
struct RetentionFigure: HTML {
    let statistics: Statistics

    /// From how many reviews on a share is written in percent.
    private static let enough = 100

    func write(to page: inout HTMLWriter) {
        let young = statistics.retention[.young] ?? Statistics.Retention()
        let mature = statistics.retention[.mature] ?? Statistics.Retention()
        let all = statistics.totalRetention
        StatisticsFigure(
            id: "retention",
            title: "Retention",
            finding: finding(all),
            explanation:
                "Of the reviews that came a day or more after the one before, how many you did not grade Again; only the first of a card on a day. Young cards had an interval below 21 days, mature ones a longer one. Practice does not count. The range holds the true value in 95 of 100 cases.",
            table: StatisticsTable(
                columns: ["Cards", "Recalled", "Of", "Range"],
                rows: [("young", cells(young)), ("mature", cells(mature)), ("all", cells(all))]
                    .map { (name: $0.0, cells: $0.1) }
            )
        ) {
            ul(.class("bars")) {
                row("young", young)
                row("mature", mature)
            }
            p(.class("muted small")) { "Your target is \(percent(statistics.target))." }
        }.write(to: &page)
    }

    private func row(_ name: Phrase, _ retention: Statistics.Retention) -> some HTML {
        LabelledBar(
            name: name,
            value: retention.recalled,
            whole: retention.count,
            kind: "part-mature"
        )
    }

    private func finding(_ all: Statistics.Retention) -> Phrase {
        guard let rate = all.rate else { return "Nothing has come up for review yet." }
        return all.count < Self.enough
            ? "You recalled \(all.recalled) of \(all.count)."
            : "You recalled \(percent(rate)) of \(all.count) reviews."
    }

    private func cells(_ retention: Statistics.Retention) -> [Phrase] {
        [
            Phrase(verbatim: grouped(retention.recalled)),
            Phrase(verbatim: grouped(retention.count)),
            Phrase(
                verbatim: retention.interval.map {
                    "\(percent($0.lowerBound)) – \(percent($0.upperBound))"
                } ?? "–"
            ),
        ]
    }
}

/// A share as the language writes it: `87 %`.
private func percent(_ share: Double) -> String {
    "\(Int((share * 100).rounded()))\u{202F}%"
}

/// Reviews and practice of each day, or of each week where there are many days.
struct WorkFigure: HTML {
    let statistics: Statistics

    private struct Span {
        var first: Int
        var reviews = 0
        var practice = 0
        var milliseconds = 0
    }

    func write(to page: inout HTMLWriter) {
        let spans = spans
        let days = statistics.days
        let answers = days.reduce(0) { $0 + $1.answers }
        let time = days.reduce(0) { $0 + $1.milliseconds }
        StatisticsFigure(
            id: "work",
            title: "Answers",
            finding:
                "\(answers) answers on \(days.count) days, \(durationText(milliseconds: time))",
            explanation:
                "Reviews move the schedule, practice does not. An answer counts for a minute at most, so that a forgotten page adds no hours.",
            table: StatisticsTable(
                columns: ["From", "Reviews", "Practice", "Time"],
                rows: spans.reversed().map { span in
                    (
                        name: dayName(span.first),
                        cells: [
                            Phrase(verbatim: grouped(span.reviews)),
                            Phrase(verbatim: grouped(span.practice)),
                            durationText(milliseconds: span.milliseconds),
                        ]
                    )
                }
            )
        ) {
            ColumnChart(
                columns: spans.map {
                    [
                        ColumnChart.Part(value: $0.reviews, kind: "part-mature"),
                        ColumnChart.Part(value: $0.practice, kind: "part-practice"),
                    ]
                }
            )
            ul(.class("legend")) {
                li(.class("of-mature")) { "Reviews" }
                li(.class("of-practice")) { "Practice" }
            }
        }.write(to: &page)
    }

    private var spans: [Span] {
        let first = max(
            statistics.first ?? .min,
            statistics.days.first?.number ?? statistics.today
        )
        let length = statistics.today - first + 1
        let step = length <= 90 ? 1 : length <= 800 ? 7 : 30
        var spans = stride(from: 0, to: max(length, 1), by: step).map { Span(first: first + $0) }
        for day in statistics.days where day.number >= first && day.number <= statistics.today {
            let index = (day.number - first) / step
            spans[index].reviews += day.reviews
            spans[index].practice += day.practice
            spans[index].milliseconds += day.milliseconds
        }
        return spans
    }
}

/// How often each grade was given, by how far the cards had come.
struct GradesFigure: HTML {
    let statistics: Statistics

    func write(to page: inout HTMLWriter) {
        let rows: [(name: Phrase, counts: [Int])] = Statistics.Maturity.allCases.map {
            ($0.name, statistics.grades[$0] ?? [0, 0, 0, 0])
        }
        let all = rows.flatMap(\.counts).reduce(0, +)
        let again = rows.reduce(0) { $0 + $1.counts[0] }
        StatisticsFigure(
            id: "grades",
            title: "Grades",
            finding: all == 0
                ? "No card has been graded yet." : "\(again) of \(all) reviews were Again.",
            explanation:
                "Every grade of every review, by the interval before it: learning below a day, young below 21 days, mature from then on.",
            table: StatisticsTable(
                columns: ["Cards", "Again", "Hard", "Good", "Easy"],
                rows: rows.map { row in
                    (name: row.name, cells: row.counts.map { Phrase(verbatim: grouped($0)) })
                }
            )
        ) {
            ColumnChart(
                columns: rows.flatMap { row in
                    zip(row.counts, Self.kinds).map { [ColumnChart.Part(value: $0, kind: $1)] }
                        + [[]]
                }.dropLast()
            )
            ul(.class("legend three")) { Each(rows) { row in li { row.name } } }
        }.write(to: &page)
    }

    private static let kinds: [StaticString] = ["grade-1", "grade-2", "grade-3", "grade-4"]
}

extension Statistics.Maturity {
    fileprivate var name: Phrase {
        switch self {
        case .learning: "learning"
        case .young: "young"
        case .mature: "mature"
        }
    }
}

/// How many cards are in each state.
struct StatesFigure: HTML {
    let states: Statistics.States

    func write(to page: inout HTMLWriter) {
        let rows: [(name: Phrase, count: Int, kind: StaticString)] = [
            ("new", states.new, "part-new"),
            ("learning", states.learning, "part-learning"),
            ("relearning", states.relearning, "part-learning"),
            ("young", states.young, "part-young"),
            ("mature", states.mature, "part-mature"),
            ("suspended", states.suspended, "part-away"),
            ("buried", states.buried, "part-away"),
        ]
        let all = rows.reduce(0) { $0 + $1.count }
        let most = rows.map(\.count).max() ?? 0
        StatisticsFigure(
            id: "states",
            title: "Cards",
            finding: "\(states.mature) of \(all) cards are mature.",
            explanation:
                "Cards as they are now. A word that was never studied counts as one new card, whichever languages it has. Young cards have an interval below 21 days, mature ones a longer one.",
            table: StatisticsTable(
                columns: ["State", "Cards"],
                rows: rows.map { (name: $0.name, cells: [Phrase(verbatim: grouped($0.count))]) }
            )
        ) {
            ul(.class("bars")) {
                Each(rows) { row in
                    LabelledBar(name: row.name, value: row.count, whole: most, kind: row.kind)
                }
            }
        }.write(to: &page)
    }
}

/// How many cards are due on the days to come.
struct ForecastFigure: HTML {
    let statistics: Statistics

    func write(to page: inout HTMLWriter) {
        let forecast = statistics.forecast
        StatisticsFigure(
            id: "forecast",
            title: "Coming up",
            finding:
                "\(forecast.first ?? 0) cards are due today, \(forecast.reduce(0, +)) in 30 days.",
            explanation:
                "Cards that are due by their schedule, those overdue today. New cards, and what today’s answers bring back, are not in it.",
            table: StatisticsTable(
                columns: ["Day", "Cards"],
                rows: forecast.enumerated().map { index, count in
                    (
                        name: dayName(statistics.today + index),
                        cells: [Phrase(verbatim: grouped(count))]
                    )
                }
            )
        ) {
            ColumnChart(columns: forecast.map { [ColumnChart.Part(value: $0, kind: "part-due")] })
        }.write(to: &page)
    }
}
