import Languages
import Library
import LibraryValues
import Notes
import Testing

/// A form shows a note's languages in the order that the learner chose for its deck.
struct LanguageOrderTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func tags(_ texts: String...) throws -> [LanguageTag] {
        try texts.map { try #require(LanguageTag($0)) }
    }

    /// The form of a new note in the multilingual deck.
    private func form() throws -> NoteForm {
        try #require(try library.newNoteForm(type: NoteType.languages.id, deck: "First words"))
    }

    private func draft(_ prompt: String) throws -> NoteDraft {
        var draft = try form().draft
        for language in try tags("en", "fi", "ja") {
            draft.values[.language(language)] = NoteDraft.Value("\(prompt) \(language)")
        }
        draft.values = draft.values.filter { !$0.value.text.isEmpty }
        return draft
    }

    @Test func ordersByTagUntilALanguageIsMoved() throws {
        var form = try form()
        let sorted = form.languages
        #expect(sorted == sorted.sorted())
        #expect(!form.isReordered)

        let last = try #require(sorted.last)
        form.moveUp(last)
        #expect(form.languages == sorted.dropLast(2) + [last, sorted[sorted.count - 2]])
        #expect(form.isReordered)

        form.moveUp(form.languages[0])
        #expect(form.languages.count == sorted.count)
    }

    @Test func storesTheOrderForTheDeckAndUndoesItWithTheNote() throws {
        let order = try tags("ja", "fi", "en")
        guard
            case .saved(let change, let note) = try library.save(
                try draft("one"),
                order: order,
                by: nil
            )
        else {
            Issue.record("The note was refused.")
            return
        }

        #expect(try library.noteForm(note)?.languages == order)
        #expect(try form().languages.filter(order.contains) == order)
        #expect(try form().isReordered == false)

        _ = try library.undo(try #require(change?.id))
        #expect(try form().languages == form().languages.sorted())
    }

    @Test func keepsThePositionOfLanguagesThatTheNoteLacks() throws {
        let first = try library.save(try draft("one"), order: try tags("ja", "fi", "en"), by: nil)
        guard case .saved(_, let note) = first else {
            Issue.record("The note was refused.")
            return
        }
        var draft = try draft("two")
        draft.values[.language(try tags("ja")[0])] = nil
        _ = try library.save(draft, order: try tags("en", "fi"), by: nil)

        #expect(try library.noteForm(note)?.languages == (try tags("en", "fi", "ja")))
    }

    @Test func sameOrderIsNoChange() throws {
        let order = try tags("ja", "fi", "en")
        guard case .saved(_, let note) = try library.save(try draft("one"), order: order, by: nil)
        else {
            Issue.record("The note was refused.")
            return
        }
        let form = try #require(try library.noteForm(note))

        let saving = try library.save(form.draft, as: note, seen: form.seen, order: order, by: nil)

        #expect(saving == .saved(nil, note))
    }
}
