internal import Notes
internal import Recall
internal import SQLite

/// What was known at the start of a day.
package struct KnowledgeRow: Hashable, Sendable {
    package var day: Int
    /// The tag of the language, without a script; empty for everything.
    package var language: String
    package var known: Int
    package var learning: Int
    /// The sum of the probabilities of recall.
    package var recall: Double

    package init(day: Int, language: String, known: Int, learning: Int, recall: Double) {
        self.day = day
        self.language = language
        self.known = known
        self.learning = learning
        self.recall = recall
    }
}

extension Reading where Self: ~Copyable {
    /// What was known on some days, in order.
    package func knowledge(on days: ClosedRange<Int>) throws -> [KnowledgeRow] {
        try connection.rows(
            """
            SELECT day, language, known, learning, recall
            FROM knowledge
            WHERE day BETWEEN :from AND :to
            ORDER BY day, language
            """,
            ["from": days.lowerBound, "to": days.upperBound]
        ) { row in
            KnowledgeRow(
                day: row.int(0, within: CardState.days),
                language: row.text(1),
                known: row.int(2, within: DeckCount.counts),
                learning: row.int(3, within: DeckCount.counts),
                recall: min(max(row.double(4), 0), Double(DeckCount.counts.upperBound))
            )
        }
    }

    /// The first day whose knowledge was stored on that day.
    package func firstObservedKnowledge() throws -> Int? {
        try connection.row("SELECT min(day) FROM knowledge WHERE is_computed = 0") {
            $0.isNull(0) ? nil : $0.int(0, within: CardState.days)
        } ?? nil
    }

    /// How many reviews were given before a day, without practice.
    package func talliedReviewCount(before day: Int) throws -> Int {
        try connection.row(
            """
            SELECT coalesce(sum(again + hard + good + easy), 0)
            FROM tally
            WHERE day < :day
            AND phase < :practice
            """,
            ["day": day, "practice": AnswerPhase.learn.rawValue]
        ) { $0.int(0) } ?? 0
    }
}

extension Writer {
    /// Stores what is known on a day, in place of what was stored about it.
    package func insertKnowledge(_ rows: [KnowledgeRow], isComputed: Bool) throws {
        for row in rows {
            try connection.run(
                """
                INSERT OR REPLACE INTO knowledge (day, language, known, learning, recall, is_computed)
                VALUES (:day, :language, :known, :learning, :recall, :is_computed)
                """,
                [
                    "day": row.day, "language": row.language, "known": row.known,
                    "learning": row.learning, "recall": row.recall, "is_computed": isComputed,
                ]
            )
        }
    }

    package func deleteComputedKnowledge() throws {
        try connection.run("DELETE FROM knowledge WHERE is_computed = 1")
    }
}

extension SettingKey {
    /// The version of the rule, and how many reviews there were before the first observed day, when what was known then was computed.
    package static let pastKnowledge = SettingKey(rawValue: "past-knowledge")
}
