internal import Languages
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// How many notes are settled at a time, so that whoever waits does not notice.
    private static let settledAtATime = 250

    /// As many notes whose cards were reviewed are settled with a change of what their deck asks.
    static let settledAtOnce = 5_000

    /// Looks which notes have a card that was never reviewed, and which of their cards are asked, where something
    /// changed that may have changed this.
    ///
    /// Until a note is settled it counts as having a new card, and its others as asked. Where nothing can be written, or
    /// somebody else writes, that is all that happens.
    func settle() throws {
        let limit = Self.settledAtATime
        guard try !database.read({ try $0.notesWithUnknownNewCards(limit: 1).isEmpty }) else {
            return
        }
        try? database.writeIfFree { try Self.settle($0, reading: japanese, limit: limit) }
    }

    /// The same within a transaction, for as many notes as `limit` of which so many cards at `least` were reviewed.
    static func settle(
        _ writer: borrowing Writer,
        reading kanji: JapaneseReader?,
        limit: Int,
        introduced least: Int = 0
    ) throws {
        var questions = Questions(
            types: try writer.noteTypes(),
            on: DeckShelf(try writer.decks()),
            reading: kanji
        )
        for id in try writer.notesWithUnknownNewCards(limit: limit, introduced: least) {
            guard let note = try writer.lazyNote(id) else { continue }
            let cards = try writer.cards(of: id)
            let known = Set(
                cards.lazy.filter { $0.state.stage != .new || $0.isSuspended }.map(\.face)
            )
            // Of a suspended note only what was unsuspended by itself can be new.
            let others = try writer.isSuspended(id) ? Set(cards.map(\.face)) : nil
            let faces = try questions.faces(of: note)
            if questions.isDrawn(note) { try writer.setAskedFaces(faces, of: id) }
            let hasNew = try faces.contains { face in
                try !known.contains(face) && others?.contains(face) != false
                    && questions.sides(of: note, face: face) != nil
            }
            try writer.setHasNew(hasNew, of: id)
        }
    }
}
