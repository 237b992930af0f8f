internal import Notes
internal import SQLite

// Events are a set: they are added and removed, and never changed.

extension FactMerge {
    mutating func mergeEvents(_ facts: [Fact], _ writer: borrowing Writer) throws {
        for fact in facts where fact.values != nil { try add(fact, writer) }
        let removed = facts.filter { $0.values == nil }
        guard !removed.isEmpty, !MergeFault.removedEventsStay.isPresent else { return }
        var origins = try origins(of: removed.compactMap(\.key.object.number), writer)
        for fact in removed {
            try remove(fact, origins.removeValue(forKey: fact.key.object), writer)
        }
    }

    private mutating func add(_ fact: Fact, _ writer: borrowing Writer) throws {
        guard var event = fact.event else { return }
        let key = fact.key.object
        let note = try writer.merged(ObjectKey(.note, event.note.rawValue))
        event.note = NoteID(rawValue: note.number ?? 0)
        let removal = try writer.object(key, replicas).stamps[""]
        if let removal, removal > fact.stamp { return }
        guard let card = try card(event.card, note, writer) else {
            return try park(fact, awaiting: note, writer)
        }
        var old = fact
        old.values = try writer.values(of: key)
        // One ID for two events, of two replicas or of a log that was imported again: the later one stays everywhere.
        let isReplaced =
            try old.values != nil && old.event != event && !MergeFault.firstEventStays.isPresent
            && origins(of: [event.id.rawValue], writer)[key].map { $0 < fact.stamp } ?? true
        try writer.putOrigin(
            of: event.id.rawValue,
            fact.stamp,
            try replicas.number(of: fact.stamp.replica, with: writer)
        )
        if removal != nil { try writer.removeFacts(of: key) }
        if isReplaced { try delete(event.id, writer) }
        guard old.values == nil || isReplaced else { return }
        guard try writer.append(event, of: card) else { return }
        if try writer.connection.hasRow("SELECT 1 FROM card WHERE id = :card", ["card": card]) {
            touched.insert(card)
        } else {
            needsTallies = true
        }
        countEvent()
    }

    /// The card of an event; nil where its note has not come yet.
    private func card(
        _ card: CardID,
        _ note: ObjectKey,
        _ writer: borrowing Writer
    ) throws -> CardNumber? {
        if let number = try writer.card(of: card.note, face: card.face) { return number }
        if try writer.exists(note) { return try writer.insertCard(of: card.note, face: card.face) }
        // The log outlives its cards.
        guard try !writer.object(note, replicas).stamps.isEmpty else { return nil }
        let arguments: StatementArguments = ["note": card.note, "face": card.face]
        try writer.connection.run(
            """
            INSERT INTO departed_card (id, note, face)
            SELECT min(0, coalesce((SELECT min(id) FROM departed_card), 0)) - 1, :note, :face
            ON CONFLICT DO NOTHING
            """,
            arguments
        )
        return try writer.connection.row(
            "SELECT id FROM departed_card WHERE note = :note AND face = :face",
            arguments
        ) { CardNumber(rawValue: $0.int64(0)) }
    }

    private mutating func remove(
        _ fact: Fact,
        _ origin: Stamp?,
        _ writer: borrowing Writer
    ) throws {
        let key = fact.key.object
        let removal = try writer.object(key, replicas).stamps[""]
        // One that waits for its note may have been added again since.
        let waiting = try parked(fact.key, writer)?.stamp
        let latest = [removal, origin, waiting].compactMap { $0 }.max()
        guard latest.map({ fact.stamp > $0 }) ?? true else { return }
        if let number = key.number, try writer.exists(key) {
            try delete(EventID(rawValue: number), writer)
        }
        let number = try replicas.number(of: fact.stamp.replica, with: writer)
        try writer.replace(fact.key, fact.stamp, number)
        try writer.connection.run(
            "DELETE FROM parked WHERE kind = 'event' AND object = :event",
            ["event": key.id]
        )
    }

    private mutating func delete(_ event: EventID, _ writer: borrowing Writer) throws {
        let card = try writer.connection.row(
            "SELECT card FROM event WHERE id = :id",
            ["id": event]
        ) { CardNumber(rawValue: $0.int64(0)) }
        guard let card else { return }
        try writer.willDeleteEvents(of: card)
        try writer.connection.run("DELETE FROM event WHERE id = :id", ["id": event])
        touched.insert(card)
        // Of cards that are gone, nobody counts what changes.
        let arguments: StatementArguments = ["card": card]
        let isThere = try writer.connection.hasRow("SELECT 1 FROM card WHERE id = :card", arguments)
        needsTallies = needsTallies || !isThere
    }

    /// When events were last added, by event.
    ///
    /// It reads the whole table, because events are rarely removed.
    private func origins(
        of events: [Int64],
        _ writer: borrowing Writer
    ) throws -> [ObjectKey: Stamp] {
        var origins: [ObjectKey: Stamp] = [:]
        try writer.connection.forEach(
            """
            SELECT event, clock, replica, sequence
            FROM event_origin
            WHERE event IN (SELECT value FROM json_each(:events))
            """,
            ["events": jsonArray(of: events)]
        ) { row in
            let key = ObjectKey(.event, row.int64(0))
            let stamp = try Stamp(row, from: 1, replicas)
            origins[key] = max(origins[key] ?? stamp, stamp)
        }
        return origins
    }

    /// Gives the events of a note that is back to its cards.
    mutating func returnDepartedCards(of note: ObjectKey, _ writer: borrowing Writer) throws {
        if MergeFault.departedEventsStay.isPresent { return }
        let cards = try writer.returnDepartedCards(of: note.number ?? 0)
        touched.formUnion(cards)
        needsTallies = needsTallies || !cards.isEmpty
    }
}
