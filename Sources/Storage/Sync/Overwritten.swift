package import Notes
internal import SQLite

/// Names a value that lost: all replicas give the same value the same name.
struct OverwrittenName: CustomStringConvertible {
    let clock: Int64
    /// Follows from the value: the replica that wrote it may have another name once its facts were renamed.
    let hash: UInt64
    /// The object and its part that had the value.
    let key: FactKey

    init(_ loss: SyncObject.Loss, of object: ObjectKey) {
        clock = loss.stamp.clock
        hash = StableHash(loss.value.string ?? "").value
        key = FactKey(object, loss.part)
    }

    init?(_ name: String) {
        let words = name.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard words.count == 5, let clock = Int64(words[0]), clock > 0,
            let hash = UInt64(words[1]), let kind = SyncKind(rawValue: String(words[2]))
        else { return nil }
        let id: Value
        switch kind {
        case .setting: id = .text(String(words[3]))
        case .type, .deck, .note:
            guard let number = Int64(words[3]), number > 0 else { return nil }
            id = .integer(number)
        case .medium, .overwritten, .event: return nil
        }
        (self.clock, self.hash) = (clock, hash)
        key = FactKey(ObjectKey(kind.rawValue, id), String(words[4]))
        guard description == name else { return nil }
    }

    var description: String {
        let id = key.object.name ?? String(key.object.number ?? 0)
        return "\(clock) \(hash) \(key.object.kind) \(id) \(key.part)"
    }

    var written: Moment { Moment(milliseconds: clock >> 16) }
}

/// A value that lost to a later one, as it is stored.
package struct OverwrittenRow: Sendable {
    package var number: Int64
    /// What had it, and as which part: its name in pages.
    package var owner: Owner
    package var part: String
    package var value: String
    package var moment: Moment

    package enum Owner: Sendable {
        case note(NoteID)
        case deck(DeckID)
        case noteType(NoteTypeID)
        case setting
    }

    /// Reads the columns id, kind, object, part, value, moment.
    fileprivate init(_ row: borrowing Row) {
        number = row.int64(0)
        owner =
            switch SyncKind(rawValue: row.text(1)) {
            case .note: .note(row.id(2))
            case .deck: .deck(row.id(2))
            case .type: .noteType(row.id(2))
            default: .setting
            }
        part = row.text(3)
        value = row.text(4)
        moment = row.moment(5)
    }
}

extension Reading where Self: ~Copyable {
    /// Values that lost, newest first; of one note, or of everything that still exists (nil).
    ///
    /// A value that lost more than once, because somebody wrote it again, is there once.
    ///
    /// - Parameter names: Those of the values that are wanted; nil for all.
    package func overwritten(
        note: NoteID?,
        named names: [String]? = nil
    ) throws -> [OverwrittenRow] {
        let names = try names.map { try StoredJSON.text(of: $0) }
        return try connection.rows(
            """
            SELECT id, kind, object, part, value, max(moment)
            FROM overwritten
            WHERE iif(:note IS NULL, kind <> 'note' OR object IN (SELECT id FROM note),
                kind = 'note' AND object = :note)
            AND (:names IS NULL OR name IN (SELECT value FROM json_each(:names)))
            GROUP BY kind, object, part, value
            ORDER BY max(moment) DESC, id DESC
            LIMIT 1000
            """,
            ["note": note, "names": names]
        ) { OverwrittenRow($0) }
    }

    package func overwritten(_ number: Int64) throws -> OverwrittenRow? {
        try connection.row(
            """
            SELECT id, kind, object, part, value, moment
            FROM overwritten
            WHERE id = :id
            """,
            ["id": number]
        ) { OverwrittenRow($0) }
    }
}

extension Writer {
    /// Removes a value that lost, however often it did.
    package func removeOverwritten(_ number: Int64) throws {
        try connection.run(
            """
            DELETE FROM overwritten
            WHERE (kind, object, part, value) = (
                SELECT kind, object, part, value FROM overwritten WHERE id = :id
            )
            """,
            ["id": number]
        )
    }

    /// Removes values that lost more than 90 days ago; every replica does so by itself.
    package func removeOldOverwritten(at moment: Moment) throws {
        try connection.run(
            "DELETE FROM overwritten WHERE moment < :moment",
            ["moment": moment.milliseconds - 90 * 86_400_000]
        )
    }

    /// Writes a value that lost, as it is after merging.
    func storeOverwritten(_ object: SyncObject) throws {
        guard object.exists, let text = object.key.name, let name = OverwrittenName(text) else {
            return _ = try connection.run(
                "DELETE FROM overwritten WHERE name = :name",
                ["name": object.key.id]
            )
        }
        let owner = try merged(name.key.object)
        try connection.run(
            """
            INSERT INTO overwritten (name, kind, object, part, value, written, moment)
            VALUES (:name, :kind, :object, :part, :value, :written, :moment)
            ON CONFLICT (name) DO UPDATE
            SET value = excluded.value, moment = excluded.moment
            """,
            [
                "name": text, "kind": owner.kind, "object": owner.id, "part": name.key.part,
                "value": object.values["value"], "written": name.written,
                "moment": object.values["moment"],
            ]
        )
    }

    /// Gives the values that an object has lost to the one that stands for both.
    func moveOverwritten(from object: ObjectKey, to other: ObjectKey) throws {
        try connection.run(
            "UPDATE overwritten SET object = :to WHERE kind = :kind AND object = :from",
            ["kind": object.kind, "from": object.id, "to": other.id]
        )
    }
}
