internal import Notes
internal import SQLite

// Values that lost.

extension FactMerge {
    /// Keeps the values that an object has lost, except those that it has nevertheless.
    mutating func keep(
        _ losses: [SyncObject.Loss],
        of object: SyncObject,
        _ writer: borrowing Writer
    ) throws {
        for loss in losses where object.values[loss.part] != loss.value {
            try keep(loss, of: object.key, writer)
        }
    }

    /// Keeps a value that lost, if a learner wrote it.
    private mutating func keep(
        _ loss: SyncObject.Loss,
        of key: ObjectKey,
        _ writer: borrowing Writer
    ) throws {
        let isText =
            loss.part.hasPrefix("field ") || loss.part.hasPrefix("setting ")
            || ["name", SyncMap.definition, "place", "word", "value"].contains(loss.part)
            || key.name == SyncMap.studySettings
        guard !isReplay, isText, loss.value.string != nil, key.kind != SyncKind.overwritten.rawValue
        else {
            return
        }
        let name = OverwrittenName(loss, of: key).description
        let before = try writer.object(
            ObjectKey(SyncKind.overwritten.rawValue, .text(name)),
            replicas
        )
        // It is kept already, or was: somebody has put it back.
        guard before.stamps.isEmpty else { return }
        var object = before
        object.exists = true
        object.values = ["value": loss.value, "moment": .integer(moment.milliseconds)]
        try object.restamp(nextStamp(writer))
        try put(object, over: before, writer)
    }

    /// Adds the fields and templates of note types that lost to a type, because they may be new: the texts in them must be shown.
    ///
    /// A field that was removed with texts in it stays away if that was later, and returns without them if it was earlier.
    ///
    /// - Returns: Whether there were any.
    func addParts(
        of losses: [SyncObject.Loss],
        to object: inout SyncObject,
        _ writer: borrowing Writer
    ) throws -> Bool {
        let others = losses.compactMap(\.noteType)
        guard !others.isEmpty, let type = object.values[SyncMap.definition]?.noteType,
            let stamp = object.stamp(of: SyncMap.definition)
        else { return false }
        let missing = Set(others.flatMap(\.fields).map(\.id)).subtracting(type.fields.map(\.id))
        let removed = try missing.filter {
            try wasRemoved($0, from: type.id, at: stamp, writer)
        }
        let extended = others.reduce(type) { $0.adding(partsOf: $1, without: removed) }
        guard extended != type else { return false }
        object.values[SyncMap.definition] = .text(try StoredJSON.text(of: extended))
        return true
    }

    /// Whether the transaction that wrote a version of a note type removed the texts in a field, and there are no others.
    private func wasRemoved(
        _ field: FieldID,
        from type: NoteTypeID,
        at stamp: Stamp,
        _ writer: borrowing Writer
    ) throws -> Bool {
        let part = "field \(field)"
        let news = arriving.filter { $0.key.part == part || $0.values?[part] != nil }
        let removals = news.filter { $0.values?.isEmpty == true }
        guard removals.count == news.count else { return false }
        let left = try writer.notes(of: type, having: field).map { ObjectKey(.note, $0.rawValue) }
        guard Set(left).isSubset(of: removals.map(\.key.object)) else { return false }
        // All facts of a transaction have one clock.
        let isArriving = removals.contains {
            $0.stamp.replica == stamp.replica && $0.stamp.clock == stamp.clock
        }
        if isArriving { return true }
        guard let replica = replicas.numbers[stamp.replica] else { return false }
        return try writer.connection.hasRow(
            """
            SELECT 1
            FROM fact
            WHERE replica = :replica
            AND sequence > :sequence
            AND clock = :clock
            AND kind = 'note'
            AND part = :part
            LIMIT 1
            """,
            [
                "replica": replica, "sequence": stamp.sequence, "clock": stamp.clock,
                "part": part,
            ]
        )
    }
}

extension SyncObject.Loss {
    fileprivate var noteType: NoteType? { part == SyncMap.definition ? value.noteType : nil }
}

extension Value {
    fileprivate var noteType: NoteType? {
        string.flatMap { StoredJSON.read($0, as: NoteType.self) }
    }
}
