package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Objects and events that have no fact, so that no replica would hear of them.
    func withoutFacts() throws -> ChangedFacts.Parts {
        var missing = ChangedFacts.Parts()
        // A plus makes the index of facts usable: their objects are numbers or names, so that they have no affinity.
        try connection.forEach(
            """
            SELECT 'type', id FROM note_type
            WHERE NOT EXISTS (SELECT 1 FROM fact WHERE kind = 'type' AND object = +note_type.id AND part = '')
            UNION ALL
            SELECT 'deck', id FROM deck
            WHERE NOT EXISTS (SELECT 1 FROM fact WHERE kind = 'deck' AND object = +deck.id AND part = '')
            UNION ALL
            SELECT 'note', id FROM note
            WHERE NOT EXISTS (SELECT 1 FROM fact WHERE kind = 'note' AND object = +note.id AND part = '')
            UNION ALL
            SELECT 'medium', name FROM media
            WHERE NOT EXISTS (SELECT 1 FROM fact WHERE kind = 'medium' AND object = +media.name AND part = '')
            """
        ) { missing.parts[ObjectKey($0.text(0), $0.value(1))] = [""] }
        // Of events whose cards are unknown nobody can hear.
        try connection.forEach(
            """
            SELECT id
            FROM event
            WHERE id NOT IN (SELECT event FROM event_origin)
            AND (
                EXISTS (SELECT 1 FROM card WHERE card.id = event.card)
                OR EXISTS (SELECT 1 FROM departed_card WHERE departed_card.id = event.card)
            )
            """
        ) { missing.events.insert($0.int64(0)) }
        return missing
    }

    /// How many objects and events have no fact.
    package func countWithoutFacts() throws -> Int {
        let missing = try withoutFacts()
        return missing.parts.count + missing.events.count
    }
}

extension Writer {
    /// Writes the facts that are missing, as if everything without one had just been created.
    package func writeMissingFacts(at moment: Moment) throws {
        guard let sync else { return }
        let missing = try withoutFacts()
        guard !missing.isEmpty else { return }
        var stamps = try ownStamps(at: moment, home: sync.home)
        try putOpening(&stamps)
        try writeFacts(of: missing, &stamps)
    }
}
