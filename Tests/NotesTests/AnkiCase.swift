import Foundation
import Notes
import Testing

/// A note type with its notes, and the cards that the real Anki makes of them (`Resources/anki-cards.json`).
struct AnkiCase: Decodable, CustomTestStringConvertible {
    let name: String
    let fields: [String]
    let templates: [[String]]
    let cloze: Bool
    let refused: Bool
    let type: String?
    let notes: [AnkiNote]?

    var testDescription: String { name }

    /// All of them; empty if the fixture cannot be read, which a test of its own finds out.
    static let all: [AnkiCase] = (try? read()) ?? []

    private static func read() throws -> [AnkiCase] {
        let url = Bundle.module.bundleURL.appending(path: "Resources/anki-cards.json")
        return try JSONDecoder().decode([AnkiCase].self, from: Data(contentsOf: url))
    }

    /// Our note type of the same fields and templates.
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

    /// Our note of the same texts.
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

    /// Our face of Anki's card number.
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
    /// Anki made it because it makes one card at least, but would throw it away.
    let empty: Bool?
    /// Anki keeps it, but shows a remark in its place.
    let remark: Bool?
    let front: String?
    let back: String?
}
