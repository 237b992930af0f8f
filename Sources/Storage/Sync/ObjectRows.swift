internal import Notes
internal import SQLite

// How objects are read from the tables that hold their values.

extension Reading where Self: ~Copyable {
    /// An object with the stamps of its parts.
    func object(_ key: ObjectKey, _ replicas: Replicas) throws -> SyncObject {
        var object = SyncObject(key)
        if let values = try values(of: key) { (object.exists, object.values) = (true, values) }
        try connection.forEach(
            """
            SELECT part, clock, replica, sequence
            FROM fact
            WHERE kind = :kind
            AND object = :object
            """,
            ["kind": key.kind, "object": key.id]
        ) { row in
            object.stamps[row.text(0)] = try Stamp(row, from: 1, replicas)
        }
        return object
    }

    func exists(_ key: ObjectKey) throws -> Bool {
        let id = ["id": key.id] as StatementArguments
        return switch SyncKind(rawValue: key.kind) {
        case .type: try connection.hasRow("SELECT 1 FROM note_type WHERE id = :id", id)
        case .deck: try connection.hasRow("SELECT 1 FROM deck WHERE id = :id", id)
        case .note: try connection.hasRow("SELECT 1 FROM note WHERE id = :id", id)
        case .medium: try connection.hasRow("SELECT 1 FROM media WHERE name = :id", id)
        case .event: try connection.hasRow("SELECT 1 FROM event WHERE id = :id", id)
        case .overwritten:
            try connection.hasRow("SELECT 1 FROM overwritten WHERE name = :id", id)
        case .setting: true
        case nil: false
        }
    }

    /// The values of an object's parts; nil if it does not exist.
    func values(of key: ObjectKey) throws -> [String: Value]? {
        switch SyncKind(rawValue: key.kind) {
        case .type:
            return try parts(
                of: key,
                """
                SELECT definition, made, changed, extras
                FROM note_type
                WHERE id = :id
                """,
                ["definition", "made", "changed", "extras"]
            )
        case .deck:
            var values = try parts(
                of: key,
                """
                SELECT name, made, changed, binned, extras
                FROM deck
                WHERE id = :id
                """,
                ["name", "made", "changed", "binned", "extras"]
            )
            try connection.forEach(
                """
                SELECT 'setting ' || json_each.key, deck.settings -> json_each.fullkey
                FROM deck, json_each(iif(json_valid(deck.settings), deck.settings, '{}'))
                WHERE deck.id = :id
                """,
                ["id": key.id]
            ) { values?[$0.text(0)] = $0.value(1) }
            return values
        case .note: return try noteValues(of: key)
        case .medium:
            return try parts(
                of: key,
                "SELECT digest, size, made FROM media WHERE name = :id",
                ["digest", "size", "made"]
            )
        case .overwritten:
            return try parts(
                of: key,
                "SELECT value, moment FROM overwritten WHERE name = :id",
                ["value", "moment"]
            )
        case .setting:
            var values: [String: Value] = [:]
            switch key.name {
            case SyncMap.studySettings:
                let text = try StoredJSON.text(of: settings())
                try connection.forEach(
                    "SELECT key, :json -> fullkey FROM json_each(:json)",
                    ["json": text]
                ) { values[$0.text(0)] = $0.value(1) }
            case SyncMap.parameters:
                values["value"] = try setting(.parameters).map { .text($0) }
                values["reviews"] = try setting(.parametersReviews).flatMap { Int64($0) }
                    .map { .integer($0) }
            default: break
            }
            return values
        case .event: return try eventValues(of: key)
        case nil: return nil
        }
    }

    private func parts(
        of key: ObjectKey,
        _ sql: StaticString,
        _ names: [String]
    ) throws -> [String: Value]? {
        try connection.row(sql, ["id": key.id]) { row in
            var values: [String: Value] = [:]
            for (column, name) in names.enumerated() {
                let value = row.value(Int32(column))
                if value != .null { values[name] = value }
            }
            return values
        }
    }

    private func noteValues(of key: ObjectKey) throws -> [String: Value]? {
        var values = try parts(
            of: key,
            """
            SELECT guid, note_type, deck, word_type, latitude || ' ' || longitude, made, changed, binned,
                nullif(is_suspended, 0), extras
            FROM note
            WHERE id = :id
            """,
            [
                "guid", "type", "deck", "word", "place", "made", "changed", "binned", "suspended",
                "extras",
            ]
        )
        guard values != nil else { return nil }
        if values?["place"] != nil {
            // SQLite rounds numbers in text.
            values?["place"] = try connection.row(
                "SELECT latitude, longitude FROM note WHERE id = :id",
                ["id": key.id]
            ) { .text("\($0.double(0)) \($0.double(1))") }
        }
        try connection.forEach(
            """
            SELECT 'field ' || json_each.key, note.fields -> json_each.fullkey
            FROM note, json_each(iif(json_valid(note.fields), note.fields, '{}'))
            WHERE note.id = :id
            UNION ALL
            SELECT 'tag ' || folded_tag, tag
            FROM note_tag
            WHERE note = :id
            """,
            ["id": key.id]
        ) { values?[$0.text(0)] = $0.value(1) }
        try connection.forEach(
            """
            SELECT face, deck, position, nullif(is_suspended, 0), burial || ' ' || coalesce(buried, ''),
                nullif(flag, 0), nullif(leech_lapses, 0), extras
            FROM card
            WHERE note = :id
            """,
            ["id": key.id]
        ) { row in
            let card = "card \(row.text(0))"
            for (column, name) in CardPart.allCases.enumerated() {
                let value = row.value(Int32(column) + 1)
                guard value != .null else { continue }
                // That there is a row says nothing otherwise: its log may be the reason.
                values?[card] = .integer(1)
                values?["\(card) \(name.rawValue)"] = value
            }
        }
        return values
    }

    private func eventValues(of key: ObjectKey) throws -> [String: Value]? {
        try parts(
            of: key,
            """
            SELECT coalesce(card.note, departed_card.note), coalesce(card.face, departed_card.face), moment,
                utc_offset, kind, grade, duration, mode, event.due, retracted, state, event.extras,
                event.reviews
            FROM event
            LEFT JOIN card ON card.id = event.card
            LEFT JOIN departed_card ON departed_card.id = event.card
            WHERE event.id = :id
            """,
            SyncMap.eventParts
        )
    }
}

/// What a learner decided about one card, in the order of `noteValues`.
enum CardPart: String, CaseIterable {
    case deck, position, suspended, burial, flag, leech, extras
}

extension SyncMap {
    static let eventParts = [
        "note", "face", "moment", "offset", "kind", "grade", "duration", "mode", "due",
        "retracted", "state", "extras", "reviews",
    ]
}
