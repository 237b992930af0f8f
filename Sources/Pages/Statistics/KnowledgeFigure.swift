import Languages
import LibraryValues

extension StatisticsFigures {
    /// How much would be recalled, from day to day; nil for a part of the library, of which that is not stored.
    var knowledge: Figure? {
        guard statistics.scope == nil else { return nil }
        let now = Int(statistics.notes.knowledge.rounded())
        let languages = Array(statistics.languages.filter { $0.knowledge >= 1 }.prefix(3))
        let points = points(with: languages)
        let rows = spans.rows(of: points, day: \.day) { points in
            points.last.map { $0.values }
                ?? [FigureValue](repeating: .none, count: languages.count + 1)
        }
        return Figure(
            name: "knowledge",
            title: "Knowledge over time",
            finding: finding(now: now, since: points.first),
            table: FigureTable(
                rowTitle: spans.title,
                columns: ["All cards"] + languages.map { $0.name ?? "" },
                rows: points.count > 1 ? rows : []
            ),
            drawing: points.count > 1 ? .lines(Array(0...languages.count)) : .none,
            explanation:
                "About how many cards you would recall: the sum of their probabilities, as the scheduler predicted them on that day. Days before you used Omena are computed from the imported log, one a week, with today’s cards and parameters."
        )
    }

    private func finding(now: Int, since first: Point?) -> Phrase {
        guard let first, first.day < statistics.today else {
            return
                "You would recall about \(now) cards now. From tomorrow on, this chart shows how that changes."
        }
        let change = now - first.all
        let date = first.day.phrase
        if change > 0 {
            return
                "You would recall about \(now) cards now, \(grouped(change)) more than on \(date)."
        }
        return change < 0
            ? "You would recall about \(now) cards now, \(grouped(-change)) fewer than on \(date)."
            : "You would recall about \(now) cards now, as many as on \(date)."
    }

    private struct Point {
        let day: StatisticsDay
        let all: Int
        let values: [FigureValue]
    }

    /// What was stored, and what holds now.
    private func points(with languages: [Statistics.Words]) -> [Point] {
        let days = Dictionary(grouping: statistics.knowledge) { $0.day }
        let past = days.sorted { $0.key < $1.key }.filter { $0.key < statistics.today }
            .map { day, knowledge in
                let byLanguage = Dictionary(
                    knowledge.map { ($0.language, Int($0.knowledge.rounded())) }
                ) { first, _ in first }
                let all = byLanguage[nil] ?? 0
                return Point(
                    day: day,
                    all: all,
                    values: [.count(all)] + languages.map { .count(byLanguage[$0.language] ?? 0) }
                )
            }
        let words = [statistics.notes] + languages
        return past + [
            Point(
                day: statistics.today,
                all: Int(statistics.notes.knowledge.rounded()),
                values: words.map { .count(Int($0.knowledge.rounded())) }
            )
        ]
    }
}

extension FigureValue {
    /// Where nothing is known.
    fileprivate static let none = FigureValue.text(Phrase(verbatim: "–"))
}
