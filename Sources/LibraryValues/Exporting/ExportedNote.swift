package import Notes
package import Recall

package struct ExportedNote: Sendable {
    package let note: Note
    /// Whether those of its cards are suspended that have no row of their own.
    package let isSuspended: Bool
    /// All its cards, including those that were never answered.
    package let cards: [ExportedCard]

    package init(note: Note, isSuspended: Bool, cards: [ExportedCard]) {
        self.note = note
        self.isSuspended = isSuspended
        self.cards = cards
    }
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

    /// - Parameter events: All events of the card, in the order of time; none for one that was never answered.
    package init(face: Face, events: [Event] = []) {
        self.face = face
        let ids = Set(events.compactMap(\.kind.retracted))
        guard !ids.isEmpty else {
            log = events
            return
        }
        for event in events {
            if event.kind.retracted != nil || ids.contains(event.id) {
                retracted.append(event)
            } else {
                log.append(event)
            }
        }
    }
}
