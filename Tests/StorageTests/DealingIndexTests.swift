import Foundation
import Notes
import Recall
import SQLite
import Storage
import Testing

/// Indexes find the cards to deal, so that only these are read in a library of any size.
struct DealingIndexTests {
    private let fresh: Fresh
    /// Another library, in which building the search indexes after an import is still deferred.
    private let imported: Fresh

    init() throws {
        fresh = try Fresh()
        imported = try Fresh()
        try imported.database.write { writer in
            var bulk = try BulkWriter(expecting: 1_000, with: writer)
            try bulk.finish(isLast: true, with: writer)
        }
    }

    /// SQLite's query plan of a statement, which has to be the same right after an import.
    private func plan(_ sql: StaticString) throws -> [String] {
        let plan = try fresh.connection().rows(sql) { $0.text(3) }
        #expect(try imported.connection().rows(sql) { $0.text(3) } == plan)
        return plan
    }

    @Test func dueCardsAreReadFromAnIndexAlone() throws {
        let plan = try plan(
            """
            EXPLAIN QUERY PLAN
            SELECT due_card.*
            FROM json_each('[1]') AS named
            CROSS JOIN due_card ON due_card.dealing_deck = named.value
            WHERE due >= 1
            AND due < 2
            AND (buried IS NULL OR buried <= 1)
            """
        )

        let search = "SEARCH card USING COVERING INDEX card_by_due"
        #expect(plan.last == "\(search) (dealing_deck=? AND due>? AND due<?)")
    }

    @Test func whatWasTakenBackIsFoundByAnIndexAlone() throws {
        let plan = try plan(
            """
            EXPLAIN QUERY PLAN
            SELECT moment
            FROM standing_event
            WHERE card = 1
            AND moment >= 1
            """
        )

        #expect(plan.first == "SEARCH event USING PRIMARY KEY (card=? AND moment>?)")
        let search = "SEARCH retraction USING COVERING INDEX event_by_retracted"
        #expect(plan.last == "\(search) (retracted=? AND card=?)")
    }

    @Test func theLoadIsCountedOverAnIndexAlone() throws {
        let plan = try plan(
            """
            EXPLAIN QUERY PLAN
            SELECT count(*)
            FROM card
            WHERE due >= 1
            AND due < 2
            AND dealing_deck IS NOT NULL
            """
        )

        #expect(plan == ["SEARCH card USING COVERING INDEX card_by_load (due>? AND due<?)"])
    }

    @Test func newNotesComeInTheOrderOfAnIndex() throws {
        let plan = try plan(
            """
            EXPLAIN QUERY PLAN
            SELECT introduced, made, id
            FROM note
            WHERE deck = 1
            AND has_new > 0
            AND binned IS NULL
            ORDER BY introduced, made, id
            LIMIT 9
            """
        )

        #expect(plan == ["SEARCH note USING COVERING INDEX note_by_introduced (deck=?)"])
    }

    // MARK: - Fields

    @Test(arguments: [
        #"{}"#, #"{"1":{"text":"a"}}"#, #"{"1":{"text":"a\"b\\c\/d\ne"},"2":{"text":""}}"#,
        #"{"ja-Latn":{"origin":"made","pronunciation":"ringo","state":"new","text":"りんご 🍏"}}"#,
        #"{"1":{"extras":"{\"a\":1}","text":"é"}}"#, #"{ "1" : { "text" : "spaced" } }"#,
        #"{"1":{"text":"\u00e9\u0001"}}"#,
    ])
    func fieldsReadAsTheyWereWritten(json: String) throws {
        let note = fresh.note(1)
        try fresh.database.write { writer in
            try writer.insert(note)
            try writer.connection.run("UPDATE note SET fields = :json", ["json": json])
        }

        let values = try fresh.database.read { try $0.note(note.id) }?.values

        #expect(values == (try decoded(json)))
    }

    private func decoded(_ json: String) throws -> [FieldID: FieldValue] {
        try JSONDecoder().decode([FieldID: FieldValue].self, from: Data(json.utf8))
    }

    @Test(arguments: [
        #""#, #"{"#, #"{"1":{}}"#, #"{"1":{"text":1}}"#, #"{"1":{"text":"a"}"#,
        #"{"x y":{"text":"a"}}"#,
        #"{"1":{"text":"a","origin":"elsewhere"}}"#, #"{"1":{"text":"a\q"}}"#,
        #"{"1":{"text":"a"}}}"#,
    ])
    func fieldsThatAreNoneAreRefused(json: String) throws {
        let note = fresh.note(1)
        try fresh.database.write { writer in
            try writer.insert(note)
            try writer.connection.run("UPDATE note SET fields = :json", ["json": json])
        }

        #expect(throws: StorageError.self) { try fresh.database.read { try $0.note(note.id) } }
    }
}
