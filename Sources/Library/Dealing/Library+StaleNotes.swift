internal import Languages
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// Few enough that a request is not noticeably delayed.
    private static let staleNotesPerRequest = 250
    /// How many more at most, if today's new cards may be among them.
    private static let nextNotesPerRequest = 1_000

    /// How many reviewed notes are refreshed together with a change of their deck's languages.
    static let staleNotesPerChange = 5_000

    /// Determines, for notes that something may have changed, whether they have a card that was never reviewed and which of
    /// their cards are studied.
    ///
    /// Until a note is refreshed it counts as having a new card, and its other cards as studied. So those whose turn it is in
    /// their decks are refreshed before Study counts them. Nothing happens if the library is read-only or another writer is active.
    func refreshStaleNotes() throws {
        let limit = Self.staleNotesPerRequest
        guard try database.read({ try $0.someNewCardsAreUnknown() }) else { return }
        try? database.writeIfFree { writer in
            try writer.settleSuspendedNotes()
            var questions = try Self.questions(writer, reading: japanese)
            try Self.refresh(writer.notesWithUnknownNewCards(limit: limit), &questions, writer)
            try Self.refreshNextNotes(&questions, writer)
        }
    }

    /// The same for all notes, so that whoever opens a copy of the library need not do it.
    package func refreshNotes() throws(LibraryError) {
        let limit = Self.staleNotesPerRequest
        try translatingErrors {
            var last: NoteID?
            while true {
                let first = try database.read { try $0.notesWithUnknownNewCards(limit: 1).first }
                guard let first, first != last else { return }
                last = first
                try database.write {
                    try Self.refreshStaleNotes($0, reading: japanese, limit: limit)
                }
            }
        }
    }

    /// The same within a transaction, for at most `limit` notes with at `least` that many reviewed cards.
    static func refreshStaleNotes(
        _ writer: borrowing Writer,
        reading kanji: JapaneseReader?,
        limit: Int,
        introduced least: Int = 0
    ) throws {
        var questions = try questions(writer, reading: kanji)
        let notes = try writer.notesWithUnknownNewCards(limit: limit, introduced: least)
        try refresh(notes, &questions, writer)
    }

    /// The same for the first notes of each deck, as many as it has new cards a day.
    private static func refreshNextNotes(
        _ questions: inout Questions,
        _ writer: borrowing Writer
    ) throws {
        guard try writer.someNewCardsAreUnknown() else { return }
        let settings = try writer.settings()
        var left = nextNotesPerRequest
        for deck in try writer.decks() {
            let limit = settings.applying(try writer.deckSettings(of: deck.id)).newLimit
            while left > 0 {
                let notes = try writer.notesWithUnknownNewCards(
                    in: deck.id,
                    amongFirst: min(limit, left)
                )
                guard !notes.isEmpty else { break }
                try refresh(notes, &questions, writer)
                left -= notes.count
            }
        }
    }

    private static func questions(
        _ writer: borrowing Writer,
        reading kanji: JapaneseReader?
    ) throws -> Questions {
        Questions(
            types: try writer.noteTypes(),
            in: DeckHierarchy(try writer.decks()),
            reading: kanji
        )
    }

    private static func refresh(
        _ notes: [NoteID],
        _ questions: inout Questions,
        _ writer: borrowing Writer
    ) throws {
        for note in notes { try refresh(note, &questions, writer) }
    }

    private static func refresh(
        _ id: NoteID,
        _ questions: inout Questions,
        _ writer: borrowing Writer
    ) throws {
        guard let note = try writer.lazyNote(id) else { return }
        let cards = try writer.cards(of: id)
        let known = Set(
            cards.lazy.filter { $0.state.stage != .new || $0.isSuspended }.map(\.face)
        )
        // In a suspended note only cards that were unsuspended on their own can be new.
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
