import Notes
import Recall
import SQLite
import Testing

@testable import Storage

/// How SQLite goes about a query: by indexes, and for a page in their order, so that a large library is not read through.
struct SearchPlanTests {
    private let fresh: Fresh

    init() throws {
        fresh = try Fresh()
        let fresh = fresh
        try fresh.database.write { writer in
            for id in 1...3 as ClosedRange<Int64> {
                var note = fresh.note(id)
                note.tags = ["fruit", "fruit::red"].compactMap { TagName($0) }
                try writer.insert(note)
            }
        }
    }

    /// The plans of what counts, and of what reads a page.
    private func plans(
        of query: String,
        sort: NoteSort = .newest
    ) throws -> (count: [String], page: [String]) {
        try fresh.database.read { reader in
            var reading = try reader.searchReading(
                on: SearchDay(now: .some, offset: 0, boundary: DayBoundary())
            )
            let statement = try #require(
                try reader.statement(of: SearchQuery(query), with: &reading)
            )
            let order = SearchStatement.PageOrder(sort, after: NoteID(rawValue: 2))
            return (
                try plan(statement.some(limit: 10_001, newestFirst: true), reader.connection),
                try plan(statement.page(order, limit: 51), reader.connection)
            )
        }
    }

    private func plan(_ sql: SQL, _ connection: Connection) throws -> [String] {
        var lines: [String] = []
        try connection.forEach(SQL("EXPLAIN QUERY PLAN") + sql) { lines.append($0.text(3)) }
        return lines
    }

    @Test(arguments: [
        ("front", "SCAN note_search VIRTUAL TABLE"),
        ("*ron*", "SCAN note_search VIRTUAL TABLE"),
        ("\"front 1\" tag:fruit", "SCAN note_search VIRTUAL TABLE"),
        ("deck:Questions", "SEARCH n USING INDEX note_by_deck (deck=?)"),
        ("tag:fruit", "SEARCH t USING COVERING INDEX note_tag_by_tag (folded_tag=?)"),
        ("type:noun", "SEARCH n USING INDEX note_by_word_type (word_type=?)"),
        ("added:3", "SEARCH n USING INDEX note_by_moment (made>?)"),
        ("is:due", "SEARCH c USING COVERING INDEX card_by_due (dealing_deck=?"),
        ("is:due deck:Questions", "SEARCH c USING COVERING INDEX card_by_due (dealing_deck=?"),
        ("is:new", "SEARCH c USING COVERING INDEX card_by_stage (stage=?)"),
        ("is:learn", "SEARCH c USING COVERING INDEX card_by_stage (stage=?)"),
        ("is:review", "SEARCH c USING COVERING INDEX card_by_stage (stage=?)"),
        // The index holds no others.
        ("is:suspended", "SCAN c USING INDEX card_by_suspension"),
        ("is:buried", "SEARCH c USING COVERING INDEX card_by_buried (buried>?)"),
        ("is:leech", "SEARCH c USING COVERING INDEX card_by_lapses (lapses>?)"),
        ("flag:1", "SEARCH c USING COVERING INDEX card_by_flag (flag=?)"),
        ("s>10", "SEARCH c USING COVERING INDEX card_by_stability (stability>?)"),
        ("d<5", "SEARCH c USING COVERING INDEX card_by_difficulty (difficulty<?)"),
        ("ivl>=21", "SEARCH c USING INDEX card_by_interval (interval>?)"),
        ("reps>17", "SEARCH c USING COVERING INDEX card_by_reviews (reviews>?)"),
        ("lapses>7", "SEARCH c USING COVERING INDEX card_by_lapses (lapses>?)"),
        ("due<7", "SEARCH c USING COVERING INDEX card_by_load (due>? AND due<?)"),
        ("rated:7", "SEARCH c USING COVERING INDEX card_by_last_day (last_day>?)"),
        ("s>300 or lapses>7", "MULTI-INDEX OR"),
    ])
    func findsFewWithoutReadingAll(_ query: String, _ way: String) throws {
        let plan = try plans(of: query).count

        #expect(plan[0].hasPrefix(way), "\(plan)")
        #expect(!plan.dropFirst().contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test(arguments: [
        (NoteSort.newest, "SEARCH n USING INTEGER PRIMARY KEY (rowid<?)"),
        (.oldest, "SEARCH n USING INTEGER PRIMARY KEY (rowid>?)"),
        (.changed, "SEARCH n USING INDEX note_by_changed (changed<?)"),
        (.prompt, "SEARCH n USING INDEX note_by_prompt (prompt>?)"),
    ])
    func readsAPageInOrderAndNoFurther(_ sort: NoteSort, _ way: String) throws {
        for query in ["", "-front", "is:due", "is:suspended", "tag:fruit", "s>10", "-tag:fruit"] {
            let plan = try plans(of: query, sort: sort).page

            #expect(plan[0] == way, "\(query)")
            #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(query): \(plan)")
        }
    }

    @Test func aDeckGivesItsPageInOrder() throws {
        let plan = try plans(of: "deck:Questions is:new").page

        #expect(plan[0] == "SEARCH n USING INDEX note_by_deck (deck=? AND rowid<?)")
        #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"))
    }
}
