internal import Notes
internal import SQLite

// Objects that turn out to be one: decks of one name, and notes of one GUID.

extension FactMerge {
    /// Merges a fact that says that two objects are one.
    mutating func unite(_ fact: Fact, _ writer: borrowing Writer) throws {
        guard let kind = SyncKind(rawValue: fact.key.object.kind),
            let other = fact.values?[Fact.mergedPart]?.number
        else { return }
        let (first, second) = (
            try writer.merged(fact.key.object), try writer.merged(ObjectKey(kind, other))
        )
        if first != second {
            let object = try writer.object(first, replicas)
            try unite(
                object,
                over: object,
                with: try writer.object(second, replicas),
                said: fact.key.object,
                writer
            )
        }
        // Several replicas may have found it; all keep the latest fact.
        let known = try writer.object(fact.key.object, replicas).stamps[Fact.mergedPart]
        guard known.map({ fact.stamp > $0 }) ?? true else { return }
        let number = try replicas.number(of: fact.stamp.replica, with: writer)
        try writer.replace(fact.key, fact.stamp, number)
    }

    /// Makes an object that the library has inserted again one with the one that stands for it, because others know it as that.
    mutating func reunite(_ key: ObjectKey, _ writer: borrowing Writer) throws {
        let standing = try writer.merged(key)
        let object = try writer.object(key, replicas)
        guard object.exists, standing.precedes(key) else { return }
        let other = try writer.object(standing, replicas)
        try unite(object, over: object, with: other, said: key, writer)
        // The one that said so before was replaced when the object was inserted.
        let stamp = try nextStamp(writer)
        try writer.replace(FactKey(key, Fact.mergedPart), stamp, stamps.number)
    }

    /// Makes two objects one, for which the smaller ID stands.
    ///
    /// - Parameters:
    ///   - before: The first one as it is stored.
    ///   - said: The one of which a fact says already that another one stands for it.
    mutating func unite(
        _ object: SyncObject,
        over before: SyncObject,
        with other: SyncObject,
        said: ObjectKey?,
        _ writer: borrowing Writer
    ) throws {
        let isSmaller = (object.key.number ?? 0) < (other.key.number ?? 0)
        let isFirst = MergeFault.newcomerStands.isPresent && said == nil || isSmaller
        var united = isFirst ? object : other
        let absorbed = isFirst ? other : object
        let small = united.key
        var losses: [SyncObject.Loss] = []
        let isNews = united.absorb(absorbed) { losses.append($0) }
        united.stamps[Fact.mergedPart] = nil
        let large = absorbed.key
        try writer.freeName(of: large)
        try writer.connection.run(
            """
            INSERT INTO merged (kind, object, into_object)
            VALUES (:kind, :object, :into)
            ON CONFLICT DO NOTHING
            """,
            ["kind": large.kind, "object": large.id, "into": small.id]
        )
        try writer.removeFacts(of: large)
        if large != said {
            let stamp = try nextStamp(writer)
            try writer.replace(FactKey(large, Fact.mergedPart), stamp, stamps.number)
        }
        var stored = try writer.object(small, replicas)
        let isKept = try !united.exists && (writer.isNeeded(small) || writer.isNeeded(large))
        if isKept { united = object.exists ? object.renamed(small) : other.renamed(small) }
        try keep(losses, of: united, writer)
        try returnMarks(among: losses, to: &united, writer)
        if isNews || isKept { try united.restamp(nextStamp(writer)) }
        // Its name may be that of an object in the bin, which somebody else has now.
        let namesake =
            try !united.exists
            ? nil : writer.namesake(of: united).map { try writer.object($0, replicas) }
        if let namesake { try writer.freeName(of: namesake.key) }
        try writer.store(united, over: stored)
        stored.stamps[Fact.mergedPart] = nil
        try writeStamps(of: united, over: stored, writer)
        record(united, over: stored)
        if small.kind == SyncKind.deck.rawValue {
            try writer.moveNotes(from: large, to: small)
        } else {
            touched.formUnion(try writer.moveEvents(from: large, to: small))
            needsTallies = true
        }
        if small.kind == SyncKind.note.rawValue, united.exists, united.decks != stored.decks {
            touched.formUnion(try writer.cardNumbers(of: [NoteID(rawValue: small.number ?? 0)]))
        }
        try writer.moveOverwritten(from: large, to: small)
        try writer.remove(large)
        if small.kind == SyncKind.deck.rawValue {
            try writer.refreshInheritingDecks(of: absorbed, as: SyncObject(large))
        }
        if small.kind == SyncKind.note.rawValue, !MergeFault.eventsAreLost.isPresent {
            try writer.moveDepartedCards(from: large, to: small)
            if united.exists { try returnDepartedCards(of: small, writer) }
        }
        // Others may wait for either.
        knownObjects += [small, large]
        if let namesake, !isReplay {
            let object = try writer.object(small, replicas)
            try unite(object, over: object, with: namesake, said: nil, writer)
        }
    }
}

extension SyncObject {
    /// The same object under another ID.
    fileprivate func renamed(_ key: ObjectKey) -> SyncObject {
        var object = SyncObject(key)
        (object.exists, object.values, object.stamps) = (exists, values, stamps)
        return object
    }
}
