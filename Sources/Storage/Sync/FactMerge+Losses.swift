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
        if MergeFault.losersAreForgotten.isPresent { return }
        for loss in losses where object.values[loss.part] != loss.value {
            try keep(loss, of: object.key, writer)
            if loss.part == "digest" { try keepContent(losses, at: loss.stamp, of: object, writer) }
        }
    }

    /// Keeps a picture or sound whose name other content has now, under the name that it would have got if that had been here.
    private mutating func keepContent(
        _ losses: [SyncObject.Loss],
        at stamp: Stamp,
        of object: SyncObject,
        _ writer: borrowing Writer
    ) throws {
        guard !isReplay, object.exists, let name = object.key.name else { return }
        var values = object.values
        for loss in losses where loss.stamp == stamp { values[loss.part] = loss.value }
        guard case .blob(let digest) = values["digest"], let hash = MediaHash(bytes: digest) else {
            return
        }
        let other = MediaName.distinguished(name, by: hash)
        let before = try writer.object(
            ObjectKey(SyncKind.medium.rawValue, .text(other)),
            replicas
        )
        // It is kept already, or was, and has been removed since.
        guard before.stamps.isEmpty else { return }
        var kept = before
        (kept.exists, kept.values) = (true, values)
        try kept.restamp(nextStamp(writer))
        try put(kept, over: before, writer)
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

    /// Returns the tags and marks that a fact about the whole object has taken from it without knowing them.
    ///
    /// A copy that imports a note again says nothing about the tags that another one has given it. They return only just later
    /// than that fact, so that whoever removes them on purpose wins.
    mutating func returnMarks(
        among losses: [SyncObject.Loss],
        to object: inout SyncObject,
        _ writer: borrowing Writer
    ) throws {
        guard object.key.kind == SyncKind.note.rawValue, object.exists, !isReplay,
            let whole = object.stamps[""], !MergeFault.unknownMarksAreRemoved.isPresent
        else { return }
        for loss in losses.sorted(by: { $0.stamp > $1.stamp })
        where loss.isMark && mayBeUnknown(loss.stamp) {
            let latest = SyncObject.around(loss.part).dropFirst()
                .compactMap { object.stamps[$0] }
                .max()
            // A later fact of its own has removed it on purpose.
            guard object.values[loss.part] == nil, latest.map({ $0 <= loss.stamp }) ?? true else {
                continue
            }
            var stamp = try nextStamp(writer)
            stamp.clock = min(stamp.clock, Stamp.clock(after: whole.clock))
            object.values[loss.part] = loss.value
            object.stamps[loss.part] = stamp
        }
    }

    /// Whether the writer of a later fact may not have known this one.
    ///
    /// Had that writer known a fact that arrives only now, it would have come before; for one that was here, the sender's vector tells.
    private func mayBeUnknown(_ stamp: Stamp) -> Bool {
        !known.includes(stamp) || !held.includes(stamp)
    }

    /// Keeps the texts of a fact whose place among those that wait goes to a later one, because nobody would merge the two.
    mutating func keepTexts(
        of fact: Fact,
        replacedBy later: Fact,
        _ writer: borrowing Writer
    ) throws {
        guard mayBeUnknown(fact.stamp), fact.isValid, later.isValid else { return }
        for (part, value) in (fact.values ?? [:]).sorted(by: { $0.key < $1.key })
        where later.values?[part] != value {
            let loss = SyncObject.Loss(part: part, value: value, stamp: fact.stamp)
            try keep(loss, of: fact.key.object, writer)
        }
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
            let stamp = object.stamp(of: SyncMap.definition),
            !MergeFault.addedFieldsAreLost.isPresent
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

    /// Whether it is a tag of a note, or something else that only a learner decides about it or one of its cards.
    fileprivate var isMark: Bool {
        let names = part.split(separator: " ", omittingEmptySubsequences: false)
        return switch names.first {
        case "tag": names.count > 1
        case "card": names.count > 2 && Self.decisions.contains(String(names.last ?? ""))
        default: part == "suspended"
        }
    }

    private static let decisions: Set = ["suspended", "burial", "flag"]
}

extension Value {
    fileprivate var noteType: NoteType? {
        string.flatMap { StoredJSON.read($0, as: NoteType.self) }
    }
}
