internal import Notes
internal import Storage

extension ChangeRecorder {
    /// Brings all notes of a deck to another, also those in the bin, so that they come back to it.
    mutating func empty(
        _ deck: DeckID,
        into other: DeckID,
        with writer: borrowing Writer
    ) throws {
        for inBin in [false, true] {
            let notes = try writer.notes(ofDeck: deck, inBin: inBin)
            try move(notes, from: deck, to: other, with: writer)
        }
        for card in try writer.cards(movedTo: deck) {
            try mark(card, with: writer) { $0.deck = other }
        }
    }

    /// Sends cards that were put into a deck back to that of their notes.
    mutating func sendHome(cardsIn deck: DeckID, with writer: borrowing Writer) throws {
        for card in try writer.cards(movedTo: deck) {
            try mark(card, with: writer) { $0.deck = nil }
        }
    }

    /// Brings a deck to the bin.
    mutating func remove(
        _ deck: DeckID,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws {
        guard var stored = try writer.storedDeck(deck) else { return }
        stored.binned = moment
        try put(stored, with: writer)
    }
}
