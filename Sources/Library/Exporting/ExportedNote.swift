package import Notes
package import Recall
internal import Storage

package protocol ExportedNoteWriter {
    /// Called once, before the first note.
    mutating func begin(_ header: ExportHeader) throws

    mutating func write(_ note: ExportedNote) throws
}

/// What is exported besides notes: of a part of the library, only what its notes need.
package struct ExportHeader: Sendable {
    /// By name.
    package let decks: [Deck]
    package let types: [NoteTypeID: NoteType]
    /// Whether it is all of the library, so that the learner's settings belong to it.
    package let isWhole: Bool
    /// Nil where the learner has the default ones.
    package let parameters: [Double]?
    package let settings: StudySettings
    package let languages: ExportLanguages
    package let noteCount: Int
    /// The names of pictures and sounds that templates refer to.
    package let templateMedia: [String]
}

package struct ExportedNote: Sendable {
    package let note: Note
    /// Whether those of its cards are suspended that have no row of their own.
    package let isSuspended: Bool
    /// All its cards, including those that were never answered.
    package let cards: [ExportedCard]
}

/// A card with its review log.
package struct ExportedCard: Sendable {
    package let face: Face
    package var marks = CardMarks()
    /// How many lapses it had when it was suspended as a leech; 0 if it never was.
    package var leechLapses = 0
    /// Its position among new cards.
    package var position: Int?
    /// Data of another program that goes back to it unchanged.
    package var extras: String?
    package var state = CardState.new
    /// In the order of time, without events that were retracted.
    package private(set) var log: [Event] = []
    /// Retracted events and their retractions, in the order of time.
    package private(set) var retracted: [Event] = []

    /// A card that was never answered.
    package init(face: Face) { self.face = face }

    init(_ kept: CardRecord) {
        face = kept.face
        marks = kept.marks
        leechLapses = kept.leechLapses
        position = kept.position
        extras = kept.extras
        state = kept.state
        let ids = kept.log.compactMap { event in
            if case .retraction(let id) = event.kind { id } else { nil }
        }
        guard !ids.isEmpty else {
            log = kept.log
            return
        }
        for event in kept.log {
            if case .retraction = event.kind {
                retracted.append(event)
            } else if ids.contains(event.id) {
                retracted.append(event)
            } else {
                log.append(event)
            }
        }
    }
}

package enum ExportScope: Sendable {
    case all
    /// A deck and those inside it.
    case deck(DeckName)
    /// Those that a query finds.
    case found(String)

    var isWhole: Bool { if case .all = self { true } else { false } }

    /// Whether all notes of a deck are exported.
    func includes(_ deck: Deck) -> Bool {
        switch self {
        case .all: true
        case .deck(let name): name.includes(deck.name)
        case .found: false
        }
    }
}
