package import Notes
package import Recall
internal import Storage

/// What takes a library's notes, one by one, to write them somewhere else.
package protocol CollectionSink {
    /// Is told what there is besides notes, before the first of them.
    mutating func begin(_ head: ExportHeader) throws

    /// Takes a note with its cards and their logs.
    mutating func take(_ note: ExportedNote) throws
}

/// What a library has besides notes.
package struct ExportHeader: Sendable {
    /// Its decks, by name.
    package let decks: [Deck]
    /// Its note types.
    package let types: [NoteTypeID: NoteType]
    /// How the learner forgets, if that was found out.
    package let parameters: [Double]?
    /// What the learner has settled.
    package let settings: StudySettings
    /// Of notes of languages: the languages, with whether one of them says how its texts are said, and the pairs asked.
    package let languages: ExportLanguages
    /// How many notes will come.
    package let noteCount: Int
    /// The names of pictures and sounds that templates name.
    package let templateMedia: [String]
}

/// A note with its cards and their logs.
package struct ExportedNote: Sendable {
    /// The note.
    package let note: Note
    /// Whether those of its cards are suspended of which nothing else was ever said.
    package let isSuspended: Bool
    /// All its cards, those that nobody has asked yet too.
    package let cards: [ExportedCard]
}

/// A card with its log.
package struct ExportedCard: Sendable {
    /// The question.
    package let face: Face
    /// What was said of it.
    package var marks = CardMarks()
    /// How many lapses it had when it was suspended as a leech; 0 if it never was.
    package var leechLapses = 0
    /// Where it stood in the row of new cards.
    package var position: Int?
    /// What another program keeps with it.
    package var extras: String?
    /// What its log says.
    package var state = CardState.new
    /// What was not taken back, from the first on.
    package private(set) var log: [Event] = []
    /// What was taken back, and what took it back, from the first on.
    package private(set) var takenBack: [Event] = []

    /// A card of which nothing was said.
    package init(face: Face) { self.face = face }

    /// A card as it is kept.
    init(_ kept: KeptCard) {
        face = kept.face
        marks = kept.marks
        leechLapses = kept.leechLapses
        position = kept.position
        extras = kept.extras
        state = kept.state
        tell(kept.log)
    }

    /// Takes the whole log, in order.
    private mutating func tell(_ events: [Event]) {
        var retracted: Set<EventID> = []
        for event in events {
            if case .retraction(let id) = event.kind { retracted.insert(id) }
        }
        guard !retracted.isEmpty else {
            log = events
            return
        }
        for event in events {
            if case .retraction = event.kind {
                takenBack.append(event)
            } else if retracted.contains(event.id) {
                takenBack.append(event)
            } else {
                log.append(event)
            }
        }
    }
}

/// Which notes are lent.
package enum ExportScope: Sendable {
    /// All of them.
    case all
    /// Those of a deck and of the decks inside it.
    case deck(DeckName)
    /// Those that a query finds.
    case found(String)
}
