import Languages
import Testing

@testable import Notes

struct NoteTypeDraftTests {
    private func draft(_ change: (inout NoteTypeDraft) -> Void) -> NoteTypeDraft {
        var draft = NoteTypeDraft(.word)
        change(&draft)
        return draft
    }

    @Test(arguments: NoteType.builtIn)
    func unchangedDraftIsTheSameType(_ type: NoteType) {
        #expect(NoteTypeDraft(type).type(over: type, id: type.id) == type)
        #expect(NoteTypeDraft(type).flaws(over: type).isEmpty)
    }

    @Test(arguments: InterfaceLanguage.spoken, NoteType.builtIn)
    func unchangedDraftIsTheSameTypeInEveryLanguage(_ language: InterfaceLanguage, _ type: NoteType)
    {
        InterfaceLanguage.withCurrent(language) {
            #expect(NoteTypeDraft(type).type(over: type, id: type.id) == type)
            #expect(NoteTypeDraft(type).flaws(over: type).isEmpty)
        }
    }

    @Test func builtInNamesAreShownInTheLanguageOfTheInterface() {
        InterfaceLanguage.withCurrent(.french) {
            var draft = NoteTypeDraft(.basic)
            #expect(draft.name == "De base")
            #expect(draft.fields.map(\.name) == ["Recto", "Verso"])
            #expect(draft.templates[0].front == "{{Recto}}")

            draft.fields[0].name = "Question"
            let type = draft.type(over: .basic, id: NoteType.basic.id)
            let copy = draft.type(over: .basic, id: NoteTypeID(rawValue: 100))

            #expect(type.name == "Basic")
            #expect(type.fields.map(\.name) == ["Question", "Back"])
            #expect(type.templates[0].name == "Forward")
            #expect(type.templates[0].front == "{{Question}}")
            #expect(type.templates[0].back == "{{Back}}")
            #expect(copy.name == "De base")
            #expect(copy.fields.map(\.name) == ["Question", "Verso"])
            #expect(copy.templates[0].back == "{{Verso}}")
        }
    }

    @Test(arguments: InterfaceLanguage.spoken, NoteType.builtIn)
    func draftCanBeSavedInAnotherLanguageThanItWasOpenedIn(
        _ language: InterfaceLanguage,
        _ type: NoteType
    ) {
        var draft = InterfaceLanguage.withCurrent(language) { NoteTypeDraft(type) }
        #expect(draft.type(over: type, id: type.id) == type)
        #expect(draft.flaws(over: type).isEmpty)

        guard !draft.fields.isEmpty, !type.templates.isEmpty else { return }
        draft.fields[0].language = InterfaceLanguage.withCurrent(language) {
            LanguageTag.english.localizedName.description
        }
        #expect(draft.flaws(over: type).isEmpty)
        #expect(draft.type(over: type, id: type.id).fields[0].language == .english)
    }

    /// The stored names are English, which the learner does not see.
    @Test(arguments: [
        (["Recto", "front"], ["Recto", "front"]), (["back", "Verso"], ["back", "Verso"]),
        (["Back", "Front"], ["Back", "Front"]), (["Front", "Verso"], ["Front", "Back"]),
    ])
    func fieldCanBeGivenTheStoredNameOfAnother(names: [String], stored: [String]) {
        InterfaceLanguage.withCurrent(.french) {
            var draft = NoteTypeDraft(.basic)
            for (index, name) in names.enumerated() { draft.fields[index].name = name }
            #expect(draft.flaws(over: .basic).isEmpty)

            let type = draft.type(over: .basic, id: NoteType.basic.id)

            #expect(type.fields.map(\.name) == stored)
            #expect(type.templates[0].front == "{{\(stored[0])}}")
            #expect(type.templates[0].back == "{{\(stored[1])}}")
        }
    }

    @Test func renamedFieldIsRenamedInTemplates() {
        let type = draft { $0.fields[1].name = "Sound" }.type(over: .word, id: NoteType.word.id)

        #expect(type.fields[1] == NoteType.Field(id: 2, name: "Sound"))
        #expect(
            type.templates[0].back == "{{Definition}}{{#Sound}}<br>{{Sound}}{{/Sound}}"
        )
    }

    @Test func twoFieldsCanSwapNames() {
        let renamed = "{{A}} {{text:B}}{{^A}}{{ B }}{{/A}} A".renamingFields(["A": "B", "B": "A"])

        #expect(renamed == "{{B}} {{text:A}}{{^B}}{{A}}{{/B}} A")
        #expect("{{A".renamingFields(["A": "B"]) == "{{A")
    }

    @Test func numbersAreNotReused() throws {
        let changed = draft {
            $0.fields.remove(at: 2)
            $0.fields.append(NoteTypeDraft.Field(name: "New", language: "Finnish"))
            $0.templates = [NoteTypeDraft.Template(name: "x", front: "{{Word}}", back: "{{New}}")]
        }

        let first = changed.type(over: .word, id: NoteType.word.id)
        let next = changed.type(
            over: .word,
            id: NoteType.word.id,
            usedTemplates: Set(first.templates.map(\.id))
        )

        #expect(first.fields.prefix(2).map(\.id) == [1, 2])
        // Higher than all before, because the lowest one that has a text is the question of a note.
        #expect(NoteType.word.fields.allSatisfy { $0.id < first.fields[2].id })
        #expect(first.fields[2].language == LanguageTag("fi"))
        #expect(first.templates.count == 1 && next.templates.count == 1)
        #expect(first.templates[0].id < next.templates[0].id)
        #expect(NoteType.word.templates.allSatisfy { $0.id < first.templates[0].id })
    }

    @Test func numbersStayInTheirRange() {
        let highest = FieldID.number(FieldID.range.upperBound)

        #expect(FieldID(ofNew: "New", beside: [1, highest]) == 2)
        #expect(FieldID(ofNew: "New", beside: []) == 1)
    }

    @Test func partsOfTwoVersionsHaveNamesOfTheirOwn() {
        let renamed = draft { $0.fields[1].name = "New" }.type(over: .word, id: NoteType.word.id)
        let added = draft {
            $0.fields.append(NoteTypeDraft.Field(name: "New"))
            let front = "{{New}} {{\(NoteType.word.fields[1].name)}}"
            $0.templates.append(NoteTypeDraft.Template(name: "x", front: front, back: "{{New}}"))
        }.type(over: .word, id: NoteType.word.id)

        let both = renamed.adding(partsOf: added)

        #expect(both.fields.map(\.name) == renamed.fields.map(\.name) + ["New 2"])
        #expect(both.templates.last?.front == "{{New 2}} {{New}}")
        #expect(both.adding(partsOf: added) == both)
    }

    @Test func removedFieldsStayAwayWithTheTemplatesThatAskForThem() {
        let type = NoteType.word
        let (kept, gone) = (type.fields[0].name, type.fields[1])
        let other = draft {
            let (first, second) = ("{{\(kept)}}", "{{\(gone.name)}}")
            for (front, back) in [(first, second), (second, first)] {
                $0.templates.append(
                    NoteTypeDraft.Template(name: front, front: front, back: back)
                )
            }
        }.type(over: type, id: type.id)
        var rest = type
        rest.fields.remove(at: 1)

        let both = rest.adding(partsOf: other, without: [gone.id])

        #expect(both.fields == rest.fields)
        #expect(both.templates.count == type.templates.count + 1)
        #expect(both.templates.last?.front == "{{\(kept)}}")
        #expect(both.templates.last?.back == "")
    }

    /// An invalid change of a draft, and the expected message.
    struct Mistake: Sendable {
        let location: NoteTypeDraft.Location
        let words: String
        let make: @Sendable (inout NoteTypeDraft) -> Void

        init(
            _ location: NoteTypeDraft.Location,
            _ words: String,
            _ make: @escaping @Sendable (inout NoteTypeDraft) -> Void
        ) {
            self.location = location
            self.words = words
            self.make = make
        }
    }

    @Test(arguments: [
        Mistake(.name, "Enter a name.") { $0.name = " " },
        Mistake(.field(0), "Enter a name for the field.") { $0.fields[0].name = "" },
        Mistake(.field(1), "A field with this name already exists.") { $0.fields[1].name = "wOrD" },
        Mistake(.field(0), "A field name can’t contain “:”.") {
            $0.fields[0].name = "a:b"
        },
        Mistake(.field(0), "A field name can’t begin with “#”.") {
            $0.fields[0].name = "#a"
        },
        Mistake(.field(0), "“Tags” has a special meaning on cards. Choose another name.") {
            $0.fields[0].name = "Tags"
        },
        Mistake(.whole, "Add at least one field.") { $0.fields = [] },
        Mistake(.whole, "Add at least one card.") { $0.templates = [] },
        Mistake(.template(0), "The front contains no fields.") { $0.templates[0].front = "hello" },
        Mistake(.template(0), "There is no field named “Gone”.") {
            $0.templates[0].back = "{{Gone}}"
        },
    ])
    func reportsFlaws(_ mistake: Mistake) {
        let flaws = draft(mistake.make).flaws(over: .word)

        #expect(flaws.first?.location == mistake.location)
        #expect(flaws.first?.words.description == mistake.words)
    }
}
