import Notes
import Recall
import SQLite
import Testing

@testable import Storage

/// SQLite's query plans: indexes are used, in their order for a page, so that a large library is not read completely.
struct SearchPlanTests {
    private let fresh: Fresh
    /// The same library, whose indexes were built after an import.
    private let reindexed: Fresh

    init() throws {
        fresh = try Self.filled()
        reindexed = try Self.filled()
        try reindexed.database.write { writer in
            var bulk = try BulkWriter(expecting: 1_000, with: writer)
            try bulk.finish(isLast: true, with: writer)
        }
        while try reindexed.database.indexNextPart() {}
    }

    private static func filled() throws -> Fresh {
        let fresh = try Fresh()
        try fresh.database.write { writer in
            for id in 1...3 as ClosedRange<Int64> {
                var note = fresh.note(id)
                note.tags = ["fruit", "fruit::red"].compactMap { TagName($0) }
                try writer.insert(note)
            }
            // A deck that contains all notes would not be looked up.
            let more = Deck(id: DeckID(rawValue: 2), name: try #require(DeckName("More")))
            try writer.insert(more, at: .some)
            try writer.insert(fresh.note(9, in: more.id))
        }
        return fresh
    }

    /// The query plans for counting and for reading a page.
    private func plans(
        of query: String,
        sort: NoteSort = .newest
    ) throws -> (count: [String], page: [String]) {
        let plans = try plans(of: query, sort, in: fresh)
        #expect(try self.plans(of: query, sort, in: reindexed) == plans)
        return plans
    }

    private func plans(
        of query: String,
        _ sort: NoteSort,
        in fresh: Fresh
    ) throws -> (count: [String], page: [String]) {
        try fresh.database.read { reader in
            var compiler = try reader.searchCompiler(
                on: SearchDay(now: .some, offset: 0, boundary: DayBoundary())
            )
            let plan = try #require(
                try reader.plans(of: SearchQuery(query), with: &compiler).first?.first
            )
            let order = PageOrder(sort, after: NoteID(rawValue: 2))
            return (
                try queryPlan(plan.unordered, reader.connection),
                try queryPlan(
                    order.isByID
                        ? (plan.isOrdered ? plan : plan.fullScan).inOrder(order, limit: 51)
                        : order.page(where: plan.noteCondition, limit: 51),
                    reader.connection
                )
            )
        }
    }

    private func queryPlan(_ sql: SQL, _ connection: Connection) throws -> [String] {
        var lines: [String] = []
        try connection.forEach(SQL("EXPLAIN QUERY PLAN") + sql) { lines.append($0.text(3)) }
        return lines
    }

    @Test(arguments: [
        ("front", "SCAN note_search VIRTUAL TABLE"),
        ("*ron*", "SCAN note_search VIRTUAL TABLE"),
        ("\"front 1\" tag:fruit", "SCAN note_search VIRTUAL TABLE"),
        ("deck:Questions", "SEARCH n USING COVERING INDEX note_by_deck (deck=?)"),
        ("tag:fruit", "SEARCH t USING COVERING INDEX note_tag_by_tag (folded_tag=?)"),
        ("type:noun", "SEARCH n USING COVERING INDEX note_by_word_type (word_type=?"),
        ("added:3", "SEARCH n USING COVERING INDEX note_by_moment (made>?"),
        ("is:due", "SEARCH c USING COVERING INDEX card_by_due (dealing_deck=?"),
        ("is:due deck:Questions", "SEARCH c USING COVERING INDEX card_by_due (dealing_deck=?"),
        ("is:new", "SEARCH c USING COVERING INDEX card_by_stage (stage=?)"),
        ("is:learn", "SEARCH c USING COVERING INDEX card_by_stage (stage=?)"),
        ("is:review", "SEARCH c USING COVERING INDEX card_by_stage (stage=?)"),
        ("is:suspended", "SEARCH c USING COVERING INDEX card_by_suspension (is_suspended=?)"),
        ("is:buried", "SEARCH c USING COVERING INDEX card_by_buried (buried>?)"),
        ("is:leech", "SEARCH c USING COVERING INDEX card_by_lapses (lapses>?)"),
        ("flag:1", "SEARCH c USING COVERING INDEX card_by_flag (flag=?)"),
        ("s>10", "SEARCH c USING COVERING INDEX card_by_stability (stability>?)"),
        ("d<5", "SEARCH c USING COVERING INDEX card_by_difficulty (difficulty<?)"),
        ("ivl>=21", "SEARCH c USING COVERING INDEX card_by_interval (interval>?)"),
        ("reps>17", "SEARCH c USING COVERING INDEX card_by_reviews (reviews>?)"),
        ("lapses>7", "SEARCH c USING COVERING INDEX card_by_lapses (lapses>?)"),
        ("due<7", "SEARCH c USING COVERING INDEX card_by_load (due>? AND due<?)"),
        ("rated:7", "SEARCH c USING COVERING INDEX card_by_last_day (last_day>?)"),
        ("rated:7:1", "SEARCH event USING COVERING INDEX event_failed (moment>?)"),
        ("is:new rated:7", "SEARCH c USING INDEX card_reset (stage=?"),
        ("rated:7:3", "SEARCH event USING COVERING INDEX event_by_moment (moment>?)"),
        ("s>300 or lapses>7", "SEARCH c USING COVERING INDEX card_by_stability (stability>?)"),
    ])
    func findsFewNotesWithoutReadingAll(_ query: String, _ expected: String) throws {
        let plan = try plans(of: query).count

        #expect(plan[0].hasPrefix(expected), "\(plan)")
        #expect(!plan.dropFirst().contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test(arguments: NoteSort.allCases)
    func readsOnlyOnePageInOrder(_ sort: NoteSort) throws {
        for query in ["", "-front", "is:due", "is:suspended", "tag:fruit", "s>10", "-tag:fruit"] {
            let plan = try plans(of: query, sort: sort).page

            #expect(plan[0].hasPrefix("SEARCH"), "\(query): \(plan)")
            #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(query): \(plan)")
            #expect(!plan.contains("USE TEMP B-TREE FOR DISTINCT"), "\(query): \(plan)")
        }
    }

    /// Several conditions on a card, or negated ones, use one index that covers them all.
    @Test(arguments: ["-is:due", "-s>10", "reps>3 -is:due", "-(is:new or is:due)", "-rated:7"])
    func readsNoRowOfACard(_ query: String) throws {
        let plan = try plans(of: query).page

        #expect(plan[0] == "SEARCH c USING COVERING INDEX card_by_note (note<?)", "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("USE TEMP B-TREE") }, "\(plan)")
    }

    /// Considering many sets for each of many scans would take seconds.
    @Test func considersOnlyAFewOfManySets() throws {
        let tags = (0..<90).compactMap { TagName("t\($0)") }
        let fresh = fresh
        try fresh.database.write { writer in
            var note = fresh.note(4)
            note.tags = tags
            try writer.insert(note)
        }
        let query = tags.map { "tag:\($0.text)" }.joined(separator: " ")

        let sets = try fresh.database.read { reader in
            var compiler = try reader.searchCompiler(
                on: SearchDay(now: .some, offset: 0, boundary: DayBoundary())
            )
            return try reader.plans(of: SearchQuery(query), with: &compiler)[0][0].sets
        }

        #expect(sets.count == 6)
        #expect(try fresh.search(query).names == "d")
    }

    @Test func readsAPageOfADeckInOrder() throws {
        let plan = try plans(of: "deck:Questions -tag:x").page

        #expect(plan[0] == "SEARCH n USING COVERING INDEX note_by_deck (deck=? AND rowid<?)")
        #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"))
    }
}
