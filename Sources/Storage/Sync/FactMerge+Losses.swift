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
}

extension SyncObject {
    /// Adds the fields and templates of note types that lost to this one, because they may be new: the texts in them must be shown.
    ///
    /// One that was deleted returns with them if its type was changed elsewhere at the same time.
    ///
    /// - Returns: Whether there were any.
    mutating func addParts(of losses: [Loss]) throws -> Bool {
        guard let type = values[SyncMap.definition]?.noteType else { return false }
        let extended = losses.compactMap(\.noteType).reduce(type) { $0.adding(partsOf: $1) }
        guard extended != type else { return false }
        values[SyncMap.definition] = .text(try StoredJSON.text(of: extended))
        return true
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
