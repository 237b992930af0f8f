import Foundation
import Notes
import Testing

/// A note type with its notes, and the cards that the real Anki generates from them (`Resources/anki-cards.json`).
struct AnkiCase: Decodable, CustomTestStringConvertible {
    let name: String
    let fields: [String]
    let templates: [[String]]
    let cloze: Bool
    let refused: Bool
    let type: String?
    let notes: [AnkiNote]?

    var testDescription: String { name }

    /// Empty if the fixture cannot be read, which has a test of its own.
    static let all: [AnkiCase] = (try? read()) ?? []

    private static func read() throws -> [AnkiCase] {
        let url = Bundle.module.bundleURL.appending(path: "Resources/anki-cards.json")
        return try JSONDecoder().decode([AnkiCase].self, from: Data(contentsOf: url))
    }

    /// A note type with the same fields and templates.
    var noteType: NoteType {
        let templates = templates.enumerated().map { index, sides in
            NoteType.Template(
                id: [1, 2][index],
                name: "Card \(index + 1)",
                front: sides[0],
                back: sides[1]
            )
        }
        return NoteType(
            id: NoteTypeID(rawValue: 100),
            name: type ?? name,
            fields: fields.enumerated().map { NoteType.Field(id: .number($0 + 1), name: $1) },
            cards: cloze ? .cloze(templates[0]) : .templates(templates)
        )
    }

    /// A note with the same texts.
    func note(_ ankiNote: AnkiNote) -> Note {
        Note(
            id: NoteID(rawValue: 1),
            guid: NoteGUID(rawValue: "guid"),
            type: NoteTypeID(rawValue: 100),
            deck: DeckID(rawValue: 1),
            values: Dictionary(
                uniqueKeysWithValues: fields.enumerated().map { index, name in
                    (.number(index + 1), FieldValue(ankiNote.values[name] ?? ""))
                }
            ),
            tags: ankiNote.tags.compactMap { TagName($0) },
            made: Moment(milliseconds: 0)
        )
    }

    /// The face for Anki's card number.
    func face(_ number: Int) -> Face? {
        cloze ? .cloze(number) : TemplateID(rawValue: number).map(Face.template)
    }
}

struct AnkiNote: Decodable {
    let values: [String: String]
    let tags: [String]
    let cards: [AnkiCard]
}

struct AnkiCard: Decodable {
    let number: Int
    /// Whether Anki generated it only because a note needs a card, and considers it empty.
    let empty: Bool?
    /// Whether Anki shows a message instead of its content.
    let remark: Bool?
    let front: String?
    let back: String?
}
