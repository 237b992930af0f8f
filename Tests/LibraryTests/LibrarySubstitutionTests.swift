import Languages
import Library
import LibraryValues
import Notes
import TestLibrary
import Testing

struct LibrarySubstitutionTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    @Test func changesOnlyWhatWasChosenAndOneUndoRevertsAll() throws {
        let before = try dump(fresh.path)
        let finnish = try #require(LanguageTag("fi"))
        let substitution = Substitution(
            find: "sade",
            replacement: "vesi",
            scope: .language(finnish)
        )

        let preview = try library.preview(substitution, in: .found("deck:\"First words\""))

        #expect(preview.changed == 1 && preview.notes == 345)
        #expect(preview.examples.first?.pieces == [.found("sade", replacement: "vesi")])
        #expect(preview.examples.first?.field == "Finnish")
        #expect(preview.languages.contains(finnish))
        #expect(try dump(fresh.path) == before)

        let change = try #require(
            try library.apply(substitution, to: .found(""), by: nil)
        )
        #expect(change.says.description == "Replaced “sade” with “vesi” in 1 card")
        #expect(try library.notes(matching: "fi:vesi rain", limit: 9).count == 1)
        let after = try dump(fresh.path)
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
        _ = try library.redo(change.id)
        #expect(try dump(fresh.path) == after)
    }

    @Test func invalidExpressionIsExplainedAndChangesNothing() throws {
        let substitution = Substitution(find: "(sade", replacement: "x", isExpression: true)

        let preview = try library.preview(substitution, in: .found(""))

        #expect(preview.mistake?.description.contains("bracket") == true && preview.changed == 0)
        #expect(throws: LibraryError.self) {
            try library.apply(substitution, to: .found(""), by: nil)
        }
        #expect(try library.history().isEmpty)
    }

    @Test func expressionReordersGroupsAndOneUndoRevertsAll() throws {
        let before = try dump(fresh.path)
        let substitution = Substitution(
            find: "^(s)(.*)$",
            replacement: "$2$1",
            scope: .language(try #require(LanguageTag("fi"))),
            isExpression: true
        )

        let preview = try library.preview(substitution, in: .found(""))
        let change = try #require(try library.apply(substitution, to: .found(""), by: nil))

        #expect(preview.changed > 20)
        #expect(change.says.description.hasSuffix("in \(preview.changed) cards"))
        #expect(try library.notes(matching: "fi:ades", limit: 9).count == 1)
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
    }

    @Test func noteThatWouldHaveNoCardIsNotChanged() throws {
        let form = try #require(
            try library.newNoteForm(type: NoteType.basic.id, deck: "First questions")
        )
        var draft = form.draft
        draft.values = [1: NoteDraft.Value("zzz"), 2: NoteDraft.Value("zzz and more")]
        guard case .saved(_, let note) = try library.save(draft, by: nil) else {
            Issue.record("it was not saved")
            return
        }
        let substitution = Substitution(find: "zzz")

        let preview = try library.preview(substitution, in: .notes([note]))

        #expect(preview.changed == 0 && preview.refused == 1)
        #expect(try library.apply(substitution, to: .notes([note]), by: nil) == nil)
        var answer = substitution
        answer.scope = .named("back")
        #expect(try library.apply(answer, to: .notes([note]), by: nil) != nil)
        #expect(try library.noteForm(note)?.draft.values[2]?.text == "and more")
    }

    @Test func undoKeepsNewerChangesOfANote() throws {
        let rain = try library.notes(matching: "rain", limit: 1)
        let first = try #require(
            try library.apply(
                Substitution(find: "sade", replacement: "x"),
                to: .notes(rain),
                by: nil
            )
        )
        fresh.clock.advance(by: 1)
        _ = try library.apply(
            Substitution(find: "x", replacement: "y", matchesWords: true),
            to: .notes(rain),
            by: nil
        )

        #expect(throws: LibraryError.self) { try library.undo(first.id) }
    }
}
