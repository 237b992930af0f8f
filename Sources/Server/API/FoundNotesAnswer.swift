import Languages
import Library
import LibraryValues
import Notes
import Recall

/// The answer to `GET /api/v1/notes`: a page of notes, and how many there are.
struct FoundNotesAnswer: Encodable {
    let total: Int
    /// Whether there may be more than `total`.
    let isAtLeast: Bool?
    let notes: [FoundNote]
    /// The `after` of the next page; null on the last page.
    let next: String?
    let mistakes: [Mistake]?

    init(_ page: SearchPage) {
        total = page.total
        isAtLeast = page.isTotalExact ? nil : true
        notes = page.rows.map(FoundNote.init)
        next = page.next?.description
        mistakes = page.mistakes.isEmpty ? nil : page.mistakes.map(Mistake.init)
    }

    private enum Key: CodingKey { case total, isAtLeast, notes, next, mistakes }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(total, forKey: .total)
        try container.encodeIfPresent(isAtLeast, forKey: .isAtLeast)
        try container.encode(notes, forKey: .notes)
        try container.encode(next, forKey: .next)
        try container.encodeIfPresent(mistakes, forKey: .mistakes)
    }

    /// A part of the query that was not understood; positions are in UTF-16 units.
    struct Mistake: Encodable {
        let from: Int
        let to: Int
        let message: String

        init(_ mistake: SearchMistake) {
            from = mistake.range.lowerBound
            to = mistake.range.upperBound
            message = mistake.message.description
        }
    }

    struct FoundNote: Encodable {
        let id: String
        let type: String
        let wordType: String?
        let deck: String
        let tags: [String]
        let fields: [String: String]
        let place: Point?
        let cards: [FoundCard]

        init(_ row: NoteRow) {
            id = row.note.id.description
            type = row.type
            wordType = row.note.wordType?.rawValue
            deck = row.deck
            tags = row.note.tags.map(\.text)
            fields = Dictionary(row.fields.map { ($0.name, $0.text) }) { first, _ in first }
            place = row.note.place.map(Point.init)
            cards = row.cards.map(FoundCard.init)
        }
    }

    /// In degrees.
    struct Point: Encodable {
        let latitude: Double
        let longitude: Double

        init(_ place: Place) {
            latitude = place.latitude
            longitude = place.longitude
        }
    }

    struct FoundCard: Encodable {
        let face: String
        let stage: String
        let due: Int64?
        let stability: Double?
        let difficulty: Double?
        let reviews: Int
        let lapses: Int
        let flag: UInt8
        let isSuspended: Bool

        init(_ card: Card) {
            face = card.face.description
            stage =
                switch card.state.stage {
                case .new: "new"
                case .learning: "learning"
                case .review: "review"
                case .relearning: "relearning"
                }
            due = card.state.due
            stability = card.state.memory?.stability
            difficulty = card.state.memory?.difficulty
            reviews = card.state.reviews
            lapses = card.state.lapses
            flag = card.flag
            isSuspended = card.isSuspended
        }
    }
}
