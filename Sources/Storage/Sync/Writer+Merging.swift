internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Another object that has an object's unique name.
    func namesake(of object: SyncObject) throws -> ObjectKey? {
        switch SyncKind(rawValue: object.key.kind) {
        case .deck:
            try connection.row(
                "SELECT id FROM deck WHERE folded_name = :name AND id <> :id",
                ["name": object.foldedName, "id": object.key.id]
            ) { ObjectKey(.deck, $0.int64(0)) }
        case .note:
            try connection.row(
                "SELECT id FROM note WHERE guid = :guid AND id <> :id",
                ["guid": object.values["guid"], "id": object.key.id]
            ) { ObjectKey(.note, $0.int64(0)) }
        default: nil
        }
    }

    /// Whether notes or cards refer to a deck or a type.
    func isNeeded(_ object: ObjectKey) throws -> Bool {
        switch SyncKind(rawValue: object.kind) {
        case .deck:
            try connection.hasRow(
                """
                SELECT 1
                WHERE EXISTS (SELECT 1 FROM note WHERE deck = :deck)
                OR EXISTS (SELECT 1 FROM card WHERE deck = :deck)
                """,
                ["deck": object.id]
            )
        case .type:
            try connection.hasRow(
                "SELECT 1 FROM note WHERE note_type = :type LIMIT 1",
                ["type": object.id]
            )
        default: false
        }
    }
}

extension Writer {
    /// Writes a fact, without regard to what is around it.
    func replace(_ key: FactKey, _ stamp: Stamp, _ replica: Int64) throws {
        try connection.run(
            """
            INSERT INTO fact (kind, object, part, clock, replica, sequence)
            VALUES (:kind, :object, :part, :clock, :replica, :sequence)
            ON CONFLICT (kind, object, part) DO UPDATE
            SET clock = excluded.clock, replica = excluded.replica, sequence = excluded.sequence
            """,
            [
                "kind": key.object.kind, "object": key.object.id, "part": key.part,
                "clock": stamp.clock, "replica": replica, "sequence": stamp.sequence,
            ]
        )
    }

    /// Lets another object have the unique name of one that is about to go.
    func freeName(of object: ObjectKey) throws {
        if object.kind == SyncKind.deck.rawValue {
            try connection.run(
                "UPDATE deck SET folded_name = char(1) || id WHERE id = :id",
                ["id": object.id]
            )
        } else {
            try connection.run(
                "UPDATE note SET guid = guid || char(1) || id WHERE id = :id",
                ["id": object.id]
            )
        }
    }

    func moveNotes(from deck: ObjectKey, to other: ObjectKey) throws {
        let arguments: StatementArguments = ["from": deck.id, "to": other.id]
        try connection.run("UPDATE note SET deck = :to WHERE deck = :from", arguments)
        try connection.run("UPDATE card SET deck = :to WHERE deck = :from", arguments)
    }

    /// Moves the logs of a note's cards to those of another note, and returns these.
    ///
    /// Cards without a log are what the merged note says: another replica may have never had the rows of this one.
    func moveEvents(from note: ObjectKey, to other: ObjectKey) throws -> [CardNumber] {
        guard let from = note.number, let to = other.number, try exists(other) else { return [] }
        let cards = try connection.rows(
            """
            SELECT id, face
            FROM card
            WHERE note = :note
            AND EXISTS (SELECT 1 FROM event WHERE event.card = card.id)
            """,
            ["note": from]
        ) { (number: $0.int64(0), face: try $0.face(1)) }
        return try cards.map { card in
            let number = try insertCard(of: NoteID(rawValue: to), face: card.face)
            if !MergeFault.eventsAreLost.isPresent {
                try connection.run(
                    "UPDATE event SET card = :to WHERE card = :from",
                    ["to": number, "from": card.number]
                )
            }
            return number
        }
    }

    /// Gives the logs of a note's departed cards to those of another note.
    func moveDepartedCards(from note: ObjectKey, to other: ObjectKey) throws {
        let arguments: StatementArguments = ["from": note.id, "to": other.id]
        try connection.run(
            """
            UPDATE event
            SET card = twin.id
            FROM departed_card
            JOIN departed_card AS twin ON twin.note = :to AND twin.face = departed_card.face
            WHERE departed_card.note = :from
            AND event.card = departed_card.id
            """,
            arguments
        )
        try connection.run(
            """
            DELETE FROM departed_card
            WHERE note = :from
            AND face IN (SELECT face FROM departed_card WHERE note = :to)
            """,
            arguments
        )
        try connection.run("UPDATE departed_card SET note = :to WHERE note = :from", arguments)
    }

    /// Deletes the row of an object for which another one stands.
    func remove(_ object: ObjectKey) throws {
        if object.kind == SyncKind.deck.rawValue {
            try connection.run("DELETE FROM deck WHERE id = :id", ["id": object.id])
        } else {
            try connection.run("DELETE FROM note WHERE id = :id", ["id": object.id])
        }
    }
}
