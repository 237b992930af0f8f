import Languages
import LibraryValues

/// What the scheduler knows.
extension StatisticsFigures {
    var intervals: Figure {
        let median = Self.median(statistics.intervals)
        return Figure(
            name: "intervals",
            title: "Intervals",
            finding: median.map { "Half of your cards come back within \($0) days." }
                ?? "No cards are in review or relearning.",
            table: Self.lengths(of: statistics.intervals),
            drawing: .bars([0]),
            explanation:
                "\("Cards in review or relearning, by their current interval." as Phrase) \(Self.withoutSuspended)"
        )
    }

    var stability: Figure {
        let median = Self.median(statistics.stability)
        return Figure(
            name: "stability",
            title: "Stability",
            finding: median.map {
                "After \($0) days, you’d still recall half of your cards 9 times in 10."
            } ?? "No cards are being studied.",
            table: Self.lengths(of: statistics.stability),
            drawing: .bars([0]),
            explanation:
                "\("How many days it takes until the probability of recall falls to 90%." as Phrase) \(Self.withoutSuspended)"
        )
    }

    var difficulty: Figure {
        let hard = statistics.difficulty.filter { $0.value >= 90 }.reduce(0) { $0 + $1.cards }
        return Figure(
            name: "difficulty",
            title: "Difficulty",
            finding: hard == 0 ? "No card is very hard." : "\(hard) cards are very hard.",
            table: Self.tenths(of: statistics.difficulty, "Difficulty"),
            drawing: .bars([0]),
            explanation:
                "\("How slowly your memory of a card grows, from 0% to 100%. Very hard means 90% or more." as Phrase) \(Self.withoutSuspended)"
        )
    }

    var retrievability: Figure {
        let cards = statistics.retrievability.reduce(0) { $0 + $1.cards }
        let sum = statistics.retrievability.reduce(0) { $0 + $1.cards * $1.value }
        return Figure(
            name: "retrievability",
            title: "Retrievability",
            finding: cards == 0
                ? "No cards are being studied."
                : "Right now, you’d recall about \((sum + 50) / 100) of \(grouped(cards)) cards.",
            table: Self.tenths(of: statistics.retrievability, "Probability of recall"),
            drawing: .bars([0]),
            explanation:
                "\("The probability that you’d recall each card right now, as the scheduler predicts it." as Phrase) \(Self.withoutSuspended)"
        )
    }

    private static func median(_ counts: [Statistics.Count]) -> Int? {
        let half = (counts.reduce(0) { $0 + $1.cards } + 1) / 2
        var seen = 0
        return counts.first { count in
            seen += count.cards
            return seen >= half
        }?.value
    }

    private static func lengths(of counts: [Statistics.Count]) -> FigureTable {
        let bins: [(Phrase, ClosedRange<Int>)] = [
            ("up to 1 day", 0...1), ("2–3 days", 2...3), ("4–6 days", 4...6),
            ("1–2 weeks", 7...13), ("2–4 weeks", 14...29), ("1–2 months", 30...60),
            ("2–4 months", 61...121), ("4–12 months", 122...364), ("1–2 years", 365...729),
            ("over 2 years", 730...Int.max),
        ]
        return table(counts, bins, "Length")
    }

    private static func tenths(of counts: [Statistics.Count], _ title: Phrase) -> FigureTable {
        let bins = (0..<10).map { tenth in
            let last = tenth == 9 ? 100 : tenth * 10 + 9
            return (
                "\(tenth * 10)–\(last)%" as Phrase, tenth * 10...last
            )
        }
        return table(counts, bins, title)
    }

    private static func table(
        _ counts: [Statistics.Count],
        _ bins: [(Phrase, ClosedRange<Int>)],
        _ title: Phrase
    ) -> FigureTable {
        let total = counts.reduce(0) { $0 + $1.cards }
        return FigureTable(
            rowTitle: title,
            columns: ["Cards"],
            rows: bins.map { label, range in
                let cards = counts.filter { range.contains($0.value) }.reduce(0) { $0 + $1.cards }
                return FigureTable.Row(label: label, values: [.part(cards, of: total)])
            }
        )
    }
}
