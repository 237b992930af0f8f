import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import Testing

/// An action on several notes is one change, which one undo reverts.
struct NoteActionTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func notes(_ query: String) throws -> [NoteID] {
        try library.notes(matching: query, limit: 1_000)
    }

    private func deck(_ name: String) throws -> DeckID {
        try #require(try library.decks().first { $0.name.text == name }).id
    }

    private func tag(_ text: String) throws -> TagName { try #require(TagName(text)) }

    @Test(arguments: [
        (NoteAction.suspend, "Suspended 10 cards"), (.delete, "Deleted 10 cards"),
        (.tag([TagName("a")!, TagName("b::c")!]), "Tagged 10 cards “a, b › c”"),
    ])
    func oneUndoRevertsTheAction(_ action: NoteAction, _ says: String) throws {
        let before = try dump(fresh.path)

        let change = try #require(
            try library.act(action, on: .found("deck:\"First questions\""), by: nil)
        )

        #expect(change.says.description == says)
        #expect(try library.history().count == 1)
        let after = try dump(fresh.path)
        #expect(after != before)
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
        _ = try library.redo(change.id)
        #expect(try dump(fresh.path) == after)
    }

    @Test func movingNotesAlsoMovesTheirCardsInOtherDecks() throws {
        let words = try deck("First words")
        let questions = try notes("deck:\"First questions\"")
        let question = try fresh.cardID()
        let lent = CardMarks(deck: words, flag: 2)
        try fresh.reopen { writer in
            try writer.replace(.card(question, before: nil, after: lent))
        }
        let before = try dump(fresh.path)
        let new = try library.makeDeck(named: try #require(DeckName("New")), by: nil)

        let change = try #require(
            try library.act(
                .move(to: new.deck),
                on: .notes(questions),
                by: nil
            )
        )

        #expect(change.says.description == "Moved 10 cards to “New”")
        #expect(try notes("deck:New").count == 10)
        #expect(try notes("deck:\"First questions\"").isEmpty)
        _ = try library.undo(change.id)
        _ = try library.undo(try #require(new.change).id)
        #expect(try dump(fresh.path) == before)
    }

    @Test func tagIsRemovedInAnyCaseAndRestoredAsSpelt() throws {
        let two = Array(try notes("deck:\"First questions\"").prefix(2))
        _ = try library.act(.tag([try tag("Food")]), on: .notes([two[0]]), by: nil)
        _ = try library.act(.tag([try tag("food")]), on: .notes(two), by: nil)
        let before = try dump(fresh.path)

        let change = try #require(
            try library.act(.untag([try tag("FOOD")]), on: .found("tag:food"), by: nil)
        )

        #expect(change.says.description == "Removed “FOOD” from 2 cards")
        #expect(try notes("tag:food").isEmpty)
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
    }

    @Test func suspendedNotesAreNotAsked() throws {
        let selection = NoteSelection.found("deck:\"First words\"")
        let dealt = try library.deal(.learn, Source(deck: "First words"))?.cards.count
        _ = try library.act(.suspend, on: selection, by: nil)

        #expect(try library.deal(.learn, Source(deck: "First words"))?.cards.isEmpty == true)

        let change = try library.act(.unsuspend, on: selection, by: nil)
        #expect(change?.says.description.hasPrefix("Unsuspended") == true)
        #expect(try library.deal(.learn, Source(deck: "First words"))?.cards.count == dealt)
    }

    @Test func exceptionsOfAQueryAreNotChanged() throws {
        let all = try notes("deck:\"First questions\"")
        let selection = NoteSelection.found("deck:\"First questions\"", except: [all[3]])

        let change = try library.act(.delete, on: selection, by: nil)

        #expect(change?.says.description == "Deleted 9 cards")
        #expect(try notes("deck:\"First questions\"") == [all[3]])
    }

    /// Notes that were added elsewhere after the learner looked are not deleted with the others.
    @Test func allFoundNotesAreOnlyThoseThatWereShown() throws {
        let query = "deck:\"First questions\""
        let all = try notes(query)
        func delete(_ count: Int) throws -> Change? {
            let selection = NoteSelection.found(query, except: [all[0]], count: count)
            return try library.act(.delete, on: selection, by: nil)
        }

        #expect(throws: LibraryError.self) { try delete(all.count) }
        #expect(throws: LibraryError.self) {
            try library.apply(
                Substitution(find: "a", replacement: "b"),
                to: .found(query, count: all.count - 1),
                by: nil
            )
        }
        #expect(try notes(query) == all)
        #expect(try delete(all.count - 1)?.says.description == "Deleted \(all.count - 1) cards")
    }

    @Test func actionWithoutAnEffectIsNoChange() throws {
        let selection = NoteSelection.found("deck:\"First questions\"")
        let home = try deck("First questions")

        #expect(try library.act(.move(to: home), on: selection, by: nil) == nil)
        #expect(try library.act(.untag([try tag("none")]), on: selection, by: nil) == nil)
        #expect(try library.act(.unsuspend, on: selection, by: nil) == nil)
        #expect(try library.act(.delete, on: .notes([NoteID(rawValue: 1)]), by: nil) == nil)
    }

    @Test func notesCannotBeMovedToADeletedDeck() throws {
        #expect(throws: LibraryError.refused("This deck no longer exists.")) {
            try library.act(.move(to: DeckID(rawValue: 1)), on: .found(""), by: nil)
        }
        #expect(try library.history().isEmpty)
    }

    @Test func undoKeepsNewerTagsOfANote() throws {
        let note = try notes("deck:\"First questions\"")[0]
        let tagged = try #require(
            try library.act(.tag([try tag("x")]), on: .notes([note]), by: nil)
        )
        _ = try library.act(.untag([try tag("x")]), on: .notes([note]), by: nil)

        #expect(throws: LibraryError.self) { try library.undo(tagged.id) }
    }

    @Test func tenThousandNotesAreOneChange() throws {
        let words = try deck("First words")
        try fresh.reopen { writer in
            for number in 1...10_000 {
                let id = NoteID(rawValue: Int64(number))
                try writer.insert(
                    Note(
                        id: id,
                        guid: NoteGUID(rawValue: "\(number)"),
                        type: NoteType.basic.id,
                        deck: words,
                        values: [1: FieldValue("zillion \(number)"), 2: FieldValue("back")],
                        made: Moment(milliseconds: 1)
                    )
                )
            }
        }
        let questions = try deck("First questions")
        let actions: [NoteAction] = [
            .tag([try tag("many")]), .suspend, .move(to: questions), .delete,
        ]

        for action in actions {
            let change = try #require(try library.act(action, on: .found("zillion"), by: nil))
            #expect(change.says.description.contains("10,000 cards"))
        }
        #expect(try notes("zillion").isEmpty)
        for change in try library.history() { _ = try library.undo(change.id) }

        #expect(try notes("tag:many").isEmpty && notes("is:suspended").isEmpty)
        #expect(try library.notes(matching: "zillion deck:\"First words\"").total == 10_000)
    }
}
