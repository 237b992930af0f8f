import Languages
import Library
import LibraryValues
import Notes
import TestLibrary
import Testing

struct RedoTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func make(_ name: String) throws -> ChangeID {
        fresh.clock.advance(by: 1_000)
        let made = try library.makeDeck(named: #require(DeckName(name)), by: nil)
        return try #require(made.change).id
    }

    private func undo(_ change: ChangeID) throws {
        fresh.clock.advance(by: 1_000)
        _ = try library.undo(change)
    }

    @Test func redoesTheLatestUndoneChange() throws {
        try undo(make("Given up"))
        let change = try make("Wanted")
        try undo(change)

        #expect(try library.latestUndone(by: nil) == change)
        _ = try library.redo(change)
        #expect(try library.latestUndone(by: nil) == nil)
    }

    @Test func isUnavailableAfterAnotherChange() throws {
        let change = try make("Given up")
        try undo(change)
        #expect(try library.latestUndone(by: nil) == change)

        _ = try make("Another")

        #expect(try library.latestUndone(by: nil) == nil)
    }

    @Test func remembersAHundredChangesAcrossRestarts() throws {
        let changes = try (0...Library.undoDepth).map { try make("Deck \($0)") }
        let full = try dump(fresh.path)

        for (count, change) in changes.dropFirst().reversed().enumerated() {
            if count.isMultiple(of: 25) { try fresh.reopen() }
            #expect(try library.latestChange(by: nil) == change)
            try undo(change)
        }

        // The oldest one exceeded the limit.
        #expect(try library.latestChange(by: nil) == nil)
        #expect(throws: LibraryError.refused("This change is too old to undo.")) {
            try library.undo(changes[0])
        }
        #expect(
            try library.decks().map(\.name.text) == ["Deck 0", "First questions", "First words"]
        )
        for count in 1...Library.undoDepth {
            if count.isMultiple(of: 25) { try fresh.reopen() }
            fresh.clock.advance(by: 1_000)
            _ = try library.redo(try #require(try library.latestUndone(by: nil)))
        }
        #expect(try library.latestUndone(by: nil) == nil)
        #expect(try dump(fresh.path) == full)
    }

    @Test func isRefusedIfALaterChangeDependsOnIt() throws {
        let (undone, again): (Phrase, Phrase) = (
            "This can’t be undone", "This can’t be redone"
        )
        let home = try make("Home")
        let deck = try #require(try library.decks().first { $0.name.text == "Home" })
        let note = try fresh.cardID().note
        fresh.clock.advance(by: 1_000)
        _ = try library.act(.move(to: deck.id), on: .notes([note]), by: nil)
        let renamed = try #require(
            try library.changeDeck(deck.id, to: DeckName("New home"), nil, by: nil)
        )

        #expect(
            throws: LibraryError.refused(
                "\(undone): it was changed again later."
            )
        ) { try library.undo(home) }
        try undo(renamed.id)
        #expect(
            throws: LibraryError.refused(
                "\(undone): it’s in use now. Delete it instead."
            )
        ) { try library.undo(home) }
        _ = try make("New home")
        #expect(
            throws: LibraryError.refused(
                "\(again): another deck now has this name. Rename that deck first."
            )
        ) { try library.redo(renamed.id) }
        #expect(throws: LibraryError.refused("This change has already been undone.")) {
            try library.undo(renamed.id)
        }
        #expect(throws: LibraryError.refused("Nothing to change.")) { try library.redo(home) }
    }

    private func add(of type: NoteTypeID) throws -> (change: ChangeID, note: NoteID) {
        var form = try #require(try library.newNoteForm(type: type, deck: "First questions"))
        form.draft.values = [1: NoteDraft.Value("question"), 2: NoteDraft.Value("answer")]
        let saving = try library.save(form.draft, as: nil, allowsDuplicate: true, by: nil)
        guard case .saved(let change?, let note) = saving else {
            throw LibraryError.failed(reason: "\(saving)")
        }
        return (change.id, note)
    }

    /// Its type may have been deleted elsewhere, where it had no notes.
    @Test func aNoteWhoseTypeIsGoneIsRefused() throws {
        let again: Phrase = "This can’t be redone"
        let basic = NoteType.basic.id
        var draft = try #require(try library.form(of: basic, isNew: true)).draft
        draft.name = "Mine"
        _ = try library.save(draft, over: basic, isNew: true, allowsLoss: false, by: nil)
        let type = try #require(try library.noteTypes().first { $0.type.name == "Mine" }).type.id
        let added = try add(of: type).change
        try undo(added)
        _ = try library.deleteNoteType(type, by: nil)

        #expect(
            throws: LibraryError.refused("\(again): its card type no longer exists.")
        ) { try library.redo(added) }
    }

    /// Another browser may have imported it again.
    @Test func aNoteThatIsBackAlreadyIsRefused() throws {
        let again: Phrase = "This can’t be redone"
        let note = ImportNote(
            .guid(NoteGUID(rawValue: "imported")),
            type: NoteType.basic.id,
            values: [1: FieldValue("question"), 2: FieldValue("answer")]
        )
        let deck = try #require(DeckName("First questions"))
        let batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        let imported = try #require(try library.importNotes(of: batch, by: nil).change).id
        try undo(imported)
        fresh.clock.advance(by: 1_000)
        _ = try library.importNotes(of: batch, by: nil)

        #expect(throws: LibraryError.refused("\(again): it was changed again later.")) {
            try library.redo(imported)
        }
    }

    @Test func aCardDoesNotGoBackIntoADeckThatIsGone() throws {
        let undone: Phrase = "This can’t be undone"
        _ = try make("Other")
        let decks = try library.decks()
        let other = try #require(decks.first { $0.name.text == "Other" }).id
        let home = try #require(decks.first { $0.name.text == "First questions" }).id
        let note = try add(of: NoteType.basicAndReversed.id).note
        let card = CardID(note: note, face: .template(1))
        _ = try library.move([card], to: other, by: nil)
        let back = try #require(try library.move([card], to: home, by: nil)).id
        _ = try library.deleteDeck(other, by: nil)

        #expect(
            throws: LibraryError.refused(
                "\(undone): its deck was deleted later. Undo that first."
            )
        ) { try library.undo(back) }
    }

    @Test func eachBrowserHasItsOwnHistory() throws {
        let (mine, other) = (BrowserNumber(rawValue: 1), BrowserNumber(rawValue: 2))
        let name = try #require(DeckName("Mine"))
        let change = try #require(try library.makeDeck(named: name, by: mine).change).id
        try undo(change)

        fresh.clock.advance(by: 1_000)
        _ = try library.makeDeck(named: #require(DeckName("Theirs")), by: other)

        #expect(try library.latestUndone(by: mine) == change)
        #expect(try library.latestUndone(by: other) == nil)
    }
}
