import Languages
import Library
import LibraryValues
import Notes
import TestLibrary
import Testing

/// A form that was opened before something else happened to its note.
struct SavingTests {
    private let fresh: FreshLibrary
    private let note: NoteID
    private var library: Library { fresh.library }

    init() throws {
        fresh = try FreshLibrary()
        note = try fresh.cardID().note
    }

    private func form() throws -> NoteForm { try #require(try library.noteForm(note)) }

    private func tag(_ names: String...) throws {
        fresh.clock.advance(by: 1_000)
        let tags = names.compactMap { TagName($0) }
        _ = try library.act(.tag(tags), on: .notes([note]), by: nil)
    }

    private func save(_ form: NoteForm) throws -> NoteSaveResult {
        fresh.clock.advance(by: 1_000)
        return try library.save(form.draft, as: note, seen: form.seen, by: nil)
    }

    @Test func refusesToEmptyAllLanguagesThatTheDeckAsks() throws {
        let word = try fresh.firstCard(of: "First words").note
        var form = try #require(try library.noteForm(word))
        for tag in ["en", "fi"] {
            form.draft.values[.language(try #require(LanguageTag(tag)))]?.text = ""
        }

        guard case .refused(let refused) = try library.save(form.draft, as: word, by: nil) else {
            Issue.record("it was saved")
            return
        }

        #expect(
            refused.flaws.map(\.description) == [
                "Fill in at least one of this deck’s languages."
            ]
        )
    }

    @Test func keepsTheNotesNewDeckAndTags() throws {
        var mine = try form()
        let words = try #require(try library.decks().first { $0.name.text == "First words" })
        _ = try library.act(.move(to: words.id), on: .notes([note]), by: nil)
        try tag("new", "mine")

        mine.draft.values[2]?.text = "another answer"
        mine.draft.tags = "mine own"
        guard case .saved = try save(mine) else {
            Issue.record("it was refused")
            return
        }

        let saved = try form()
        #expect(saved.draft.deck == words.id)
        #expect(Set(saved.draft.tagNames()) == ["new", "mine", "own"])
        #expect(saved.draft.values[2]?.text == "another answer")
    }

    @Test func removesOnlyTagsThatTheFormShowed() throws {
        try tag("seen", "stays")
        var mine = try form()
        try tag("later")

        mine.draft.tags = "stays"
        _ = try save(mine)

        #expect(Set(try form().draft.tagNames()) == ["stays", "later"])
    }

    @Test func movesTheNoteToTheDeckChosenLast() throws {
        let decks = try ["Here", "There"].map { name in
            try library.makeDeck(named: #require(DeckName(name)), by: nil).deck
        }
        var mine = try form()
        _ = try library.act(.move(to: decks[0]), on: .notes([note]), by: nil)

        mine.draft.deck = decks[1]
        _ = try save(mine)

        #expect(try form().draft.deck == decks[1])
    }

    @Test func keepsItsTextAndAsksIfTheNoteWasChangedMeanwhile() throws {
        var (mine, other) = (try form(), try form())
        other.draft.values[2]?.text = "theirs"
        _ = try save(other)
        try tag("later")

        mine.draft.values[2]?.text = "mine"
        guard case .refused(let again) = try save(mine) else {
            Issue.record("it was saved over the other")
            return
        }

        #expect(again.problem?.description.contains("changed elsewhere in the meantime") == true)
        #expect(again.draft.values[2]?.text == "mine" && again.draft.tags == "later")
        #expect(try form().draft.values[2]?.text == "theirs")
        guard case .saved = try save(again) else {
            Issue.record("it was refused twice")
            return
        }
        #expect(try form().draft.values[2]?.text == "mine")
        #expect(try form().draft.tags == "later")
    }

    @Test func followsItsNoteIntoAMergedDeck() throws {
        let mine = try form()
        let words = try #require(try library.decks().first { $0.name.text == "First words" })
        _ = try library.mergeDeck(mine.draft.deck, into: words.id, by: nil)

        let again = try #require(
            try library.form(of: mine.draft, note: note, seen: mine.seen)
        )

        #expect(again.draft.deck == words.id)
    }
}
