internal import LibraryValues
internal import Notes
internal import Recall

// Omena's own JSON, specified in Documentation/Formats/omena-json.md.

struct JSONDeck: Codable {
    var name: String
    var settings: DeckSettings
    var file: JSONFile?
}

/// The file that a deck's notes came from.
struct JSONFile: Codable {
    /// In Base64.
    var bytes: String
    /// Languages by the names that it has for them.
    var names: [String: String]?
}

/// A picture or sound.
struct JSONMedium: Codable {
    var name: String
    /// In Base64.
    var bytes: String
}

/// A medium without its content.
struct JSONMediumName: Codable {
    var name: String
}

struct JSONNote: Codable {
    var id: NoteID?
    var guid: NoteGUID
    var type: NoteTypeID
    var deck: String
    var fields: [FieldID: FieldValue]
    var tags: [String]?
    var wordType: WordType?
    var latitude: Double?
    var longitude: Double?
    var made: Moment
    var changed: Moment
    /// Whether those of its cards are suspended that are not listed.
    var suspended: Bool?
    var cards: [JSONCard]?
}

/// A card that was asked or marked; others are not listed.
struct JSONCard: Codable {
    var face: Face
    /// Nil for its note's deck.
    var deck: String?
    var position: Int?
    var isSuspended: Bool?
    var burial: Card.Burial?
    var buriedUntil: Moment?
    /// How many lapses it had when it was suspended as a leech.
    var leech: Int?
    var flag: UInt8?
    var extras: String?
    var state: CardState?
    var log: [JSONEvent]?

    private enum CodingKeys: String, CodingKey {
        case face, deck, position
        case isSuspended = "suspended"
        case burial = "buried"
        case buriedUntil, leech, flag, extras, state, log
    }
}

/// An entry of a review log.
struct JSONEvent: Codable {
    enum Kind: String, Codable {
        case review, practice, imported, reset, redated, retraction
    }

    var id: EventID
    var moment: Moment
    var offset: Int
    var kind: Kind
    var mode: String
    var duration: Int?
    var grade: String?
    /// The due date that the button showed, or that was set.
    var due: Moment?
    var reviews: Int?
    var state: CardState?
    /// The entry that is retracted.
    var of: EventID?
    var extras: String?

    init(_ event: Event) {
        id = event.id
        moment = event.moment
        offset = event.offset
        mode = event.mode.name
        duration = event.duration == 0 ? nil : event.duration
        extras = event.extras
        switch event.kind {
        case .review(let grade, let due, let reviews):
            kind = .review
            self.grade = grade.name
            self.due = due
            self.reviews = reviews
        case .practice(let grade):
            kind = .practice
            self.grade = grade.name
        case .setState(.imported(let state)):
            kind = .imported
            self.state = state
        case .setState(.reset): kind = .reset
        case .setState(.redated(let moment)):
            kind = .redated
            due = moment
        case .retraction(let id):
            kind = .retraction
            of = id
        }
    }

    /// The entry to import; nil where it contradicts itself.
    var entry: ImportEvent? {
        guard let mode = Mode(name: mode) else { return nil }
        let grade = grade.flatMap { Grade(name: $0) }
        let what: Event.Kind
        switch (kind, grade, due, state, of) {
        case (.review, let grade?, let due, _, _): what = .review(grade, due: due, reviews: reviews)
        case (.practice, let grade?, _, _, _): what = .practice(grade)
        case (.imported, _, _, let state?, _): what = .setState(.imported(state))
        case (.reset, _, _, _, _): what = .setState(.reset)
        case (.redated, _, let due?, _, _): what = .setState(.redated(due))
        case (.retraction, _, _, _, let id?): what = .retraction(of: id)
        default: return nil
        }
        var event = ImportEvent(
            moment: moment,
            offset: offset,
            kind: what,
            duration: duration ?? 0,
            extras: extras
        )
        event.id = id.ifForeign
        event.mode = mode
        return event
    }
}
