internal import Notes
internal import SQLite

// The log outlives its cards: events of other replicas may come after a note is gone, and the note may come back.

extension Writer {
    /// Gives the events of a note that is back to its cards, and returns these.
    func returnDepartedCards(of note: Int64) throws -> [CardNumber] {
        let departed = try connection.rows(
            "SELECT id, face FROM departed_card WHERE note = :note",
            ["note": note]
        ) { (id: $0.int64(0), face: try $0.face(1)) }
        return try departed.map { id, face in
            let card = try insertCard(of: NoteID(rawValue: note), face: face)
            try connection.run(
                "UPDATE event SET card = :card WHERE card = :departed",
                ["card": card, "departed": id]
            )
            try connection.run("DELETE FROM departed_card WHERE id = :id", ["id": id])
            return card
        }
    }

    /// Gives one event of a note that is back to its card; false if there is none.
    func returnEvent(_ event: EventID, of card: CardID, to number: CardNumber) throws -> Bool {
        try connection.run(
            """
            UPDATE event
            SET card = :number
            WHERE id = :event
            AND card = (SELECT id FROM departed_card WHERE note = :note AND face = :face)
            """,
            ["number": number, "event": event, "note": card.note, "face": card.face]
        ) == 1
    }

    /// Gives the events of the notes that the transaction has inserted to their cards, as other replicas will when they hear of them.
    func returnDepartedCards(of changes: ChangedFacts.Parts) throws {
        let changed = changes.ofKind(.note).filter { $0.value.contains("") }
        let notes = changes.wholeNotes.union(changed.compactMap(\.key.number))
        guard !notes.isEmpty, try hasDepartedCards() else { return }
        var cards: [CardNumber] = []
        for note in notes.sorted() where try exists(ObjectKey(.note, note)) {
            cards += try returnDepartedCards(of: note)
        }
        guard !cards.isEmpty else { return }
        try refreshAnswers(of: cards)
        var schedulers = try Schedulers(self)
        _ = try refreshStates(of: cards, by: &schedulers)
        try rebuildTallies()
    }
}

extension Reading where Self: ~Copyable {
    func hasDepartedCards() throws -> Bool {
        try connection.hasRow("SELECT 1 FROM departed_card LIMIT 1")
    }
}
