import Languages
import Library
import LibraryValues
import Notes
import Testing

struct NoteTypeTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func draft(of type: NoteTypeID) throws -> NoteTypeDraft {
        try #require(try library.form(of: type, isNew: false)).draft
    }

    private func save(
        _ draft: NoteTypeDraft,
        over type: NoteTypeID,
        isNew: Bool = false,
        allowsLoss: Bool = false
    ) throws -> NoteTypeSaveResult {
        try library.save(draft, over: type, isNew: isNew, allowsLoss: allowsLoss, by: nil)
    }

    @Test func removingAFieldWarnsAndOneUndoRestoresItsTexts() throws {
        let type = NoteType.basic.id
        let before = try dump(fresh.path)
        var draft = try draft(of: type)
        draft.fields.remove(at: 1)
        draft.templates[0].back = "{{FrontSide}}"

        guard case .refused(let form) = try save(draft, over: type) else {
            Issue.record("it was saved unasked")
            return
        }
        #expect(form.losses.map(\.description) == ["10 cards lose the content of “Back”."])
        #expect(try dump(fresh.path) == before)

        guard case .saved(let change?) = try save(draft, over: type, allowsLoss: true) else {
            Issue.record("it was not saved")
            return
        }
        #expect(change.says.description == "Changed card type “Basic”")
        #expect(try library.notes(matching: "back:*", limit: 20).isEmpty)
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
    }

    @Test func programsKnowBuiltInNamesAsTheyAreStored() throws {
        let basic = NoteType.basic
        var names: [String] = []

        try InterfaceLanguage.withCurrent(.french) {
            try library.change(basic.id, by: nil) { draft in
                names = [draft.name] + draft.fields.map(\.name) + draft.templates.map(\.name)
                draft.templates[0].back += " {{Front}}"
            }
        }

        let changed = try #require(try library.types().first { $0.id == basic.id })
        #expect(names == ["Basic", "Front", "Back", "Forward"])
        #expect(changed.name == basic.name && changed.fields == basic.fields)
        #expect(changed.templates.map(\.name) == ["Forward"])
        #expect(changed.templates[0].back == basic.templates[0].back + " {{Front}}")
    }

    @Test func outdatedFormOfATypeDoesNotOverwriteNewerChanges() throws {
        let type = NoteType.basic.id
        let opened = try #require(try library.form(of: type, isNew: false))
        var first = opened.draft
        first.css = ".card { color: teal }"
        _ = try library.save(
            first,
            over: type,
            seen: opened.seen,
            isNew: false,
            allowsLoss: false,
            by: nil
        )
        var second = opened.draft
        second.name = "Plain"

        let saving = try library.save(
            second,
            over: type,
            seen: opened.seen,
            isNew: false,
            allowsLoss: false,
            by: nil
        )

        guard case .refused(let form) = saving else {
            Issue.record("it was saved unasked")
            return
        }
        #expect(
            form.flaws.map(\.words.description) == [
                "This card type was changed elsewhere in the meantime. Save again to overwrite that change."
            ]
        )
        #expect(form.draft == second)
        guard
            case .saved = try library.save(
                second,
                over: type,
                seen: form.seen,
                isNew: false,
                allowsLoss: false,
                by: nil
            )
        else {
            Issue.record("it was not saved the second time")
            return
        }
    }

    @Test func renamedFieldKeepsItsTextsAndItsCards() throws {
        let type = NoteType.basic.id
        let question = try fresh.firstCard()
        var draft = try draft(of: type)
        draft.fields[0].name = "Question"
        draft.fields.swapAt(0, 1)

        guard case .saved(let change?) = try save(draft, over: type) else {
            Issue.record("it was not saved")
            return
        }

        #expect(try fresh.firstCard().sides == question.sides)
        #expect(try library.notes(matching: "question:*", limit: 20).count == 10)
        _ = try library.undo(change.id)
        #expect(try library.notes(matching: "front:*", limit: 20).count == 10)
    }

    @Test func newTypeCannotBeUndoneOnceItHasNotes() throws {
        var draft = try #require(try library.form(of: NoteType.word.id, isNew: true)).draft
        #expect(draft.name == "Copy of Word")
        draft.name = "Verb"
        draft.fields.append(NoteTypeDraft.Field(name: "Past"))
        draft.templates.append(
            NoteTypeDraft.Template(name: "Past", front: "{{Past}}", back: "{{Word}}")
        )
        guard case .saved(let change?) = try save(draft, over: NoteType.word.id, isNew: true) else {
            Issue.record("it was not saved")
            return
        }
        let made = try #require(try library.noteTypes().first { $0.type.name == "Verb" }).type
        #expect(made.fields.map(\.name) == ["Word", "Pronunciation", "Definition", "Past"])

        var note = try #require(try library.newNoteForm(type: made.id)).draft
        note.values = [
            1: NoteDraft.Value("go"), 3: NoteDraft.Value("move"),
            made.fields[3].id: NoteDraft.Value("went"),
        ]
        guard case .saved(let added?, let id) = try library.save(note, by: nil) else {
            Issue.record("the note was not saved")
            return
        }
        #expect(try library.facts(of: id, face: nil)?.faces.count == 2)
        #expect(throws: LibraryError.self) { try library.undo(change.id) }
        #expect(throws: LibraryError.self) { try library.deleteNoteType(made.id, by: nil) }
        _ = try library.undo(added.id)
        _ = try library.undo(change.id)
        #expect(try library.noteTypes().contains { $0.type.name == "Verb" } == false)
    }

    @Test func unusedTypeIsDeletedAndRestored() throws {
        let form = try #require(try library.form(of: NoteType.basic.id, isNew: true))
        _ = try save(form.draft, over: NoteType.basic.id, isNew: true)
        let made = try #require(try library.noteTypes().first { $0.type.name == "Copy of Basic" })
            .type

        let change = try #require(try library.deleteNoteType(made.id, by: nil))

        #expect(try library.noteTypes().contains { $0.type.id == made.id } == false)
        _ = try library.undo(change.id)
        #expect(try library.noteTypes().contains { $0.type == made })
        #expect(throws: LibraryError.self) {
            try library.deleteNoteType(NoteType.cloze.id, by: nil)
        }
    }
}
