import Notes
import TestChance
import Testing

/// Random templates and texts, the same for each seed.
struct RandomCardsTests {
    private let pieces = [
        "{{Front}}", "{{Back}}", "{{#Front}}", "{{/Front}}", "{{^Back}}", "{{/Back}}",
        "{{FrontSide}}", "{{cloze:Front}}",
        "{{c1::", "{{c2,3::", "::", "}}", "{{", "{", "}", "<!--", "-->", "<br>", "<", ">", "&lt;",
        "&", "é", "の", "\u{301}",
        "\n", " ", "{{text:Back}}", "{{type:Front}}", "<%", "{{=<% %>=}}",
    ]

    @Test func onlyFacesOfTheNoteHaveSides() {
        var generator = SplitMix(seed: 20)
        var made = 0
        for _ in 0..<3_000 {
            let type = type(using: &generator)
            let note = note(using: &generator)
            let maker = CardGenerator(type)

            let faces = maker.faces(of: note)
            let asked = Face.ofAnyKind.filter { maker.sides(of: note, face: $0) != nil }
            #expect(faces == asked, "\(type.templates[0].front)")
            made += faces.count
        }
        #expect(made > 300)
    }

    private func type(using generator: inout SplitMix) -> NoteType {
        var type = NoteType.basic
        let template = NoteType.Template(
            id: 1,
            name: "Card",
            front: text(using: &generator),
            back: text(using: &generator)
        )
        type.cards = Bool.random(using: &generator) ? .cloze(template) : .templates([template])
        return type
    }

    private func note(using generator: inout SplitMix) -> Note {
        Note(
            id: NoteID(rawValue: 1),
            guid: NoteGUID(rawValue: "guid"),
            type: NoteType.basic.id,
            deck: DeckID(rawValue: 1),
            values: [
                1: FieldValue(text(using: &generator)), 2: FieldValue(text(using: &generator)),
            ],
            made: Moment(milliseconds: 0)
        )
    }

    private func text(using generator: inout SplitMix) -> String {
        (0..<Int.random(in: 0...6, using: &generator))
            .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
            .joined()
    }
}

extension Face {
    fileprivate static let ofAnyKind: [Face] =
        [.template(1), .template(2)] + (1...4).map(Face.cloze) + [.map]
}
