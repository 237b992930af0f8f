package import Notes
internal import Recall
internal import SQLite

/// Facts that another replica sent.
package struct FactPage: Sendable {
    /// What the receiver has to hold for nothing to be missing between that and the page.
    package var after: SyncVector
    /// What it holds with the page.
    package var vector: SyncVector
    /// What the sender holds.
    package var held: SyncVector
    package var facts: [Fact]

    /// Whether the facts are those between the vectors.
    package var isConsistent: Bool {
        vector.includes(after)
            && facts.allSatisfy { fact in
                let (replica, sequence) = (fact.stamp.replica, fact.stamp.sequence)
                return sequence > after[replica] && sequence <= vector[replica]
            }
    }

    package init(after: SyncVector, vector: SyncVector, held: SyncVector, facts: [Fact]) {
        self.after = after
        self.vector = vector
        self.held = held
        self.facts = facts
    }
}

/// What came of merging a page.
package struct MergeCounts: Hashable, Sendable {
    package var facts = 0
    package var events = 0
    /// The names of values that lost, whether or not they are offered.
    package var overwritten: [String] = []
    package var parked = 0
}

extension Writer {
    /// Merges a page that follows what is here.
    ///
    /// - Parameter isReplay: Whether the page says what another file became by merging or by changes, from the state that this one
    ///   is in: then all decisions are made, and their outcome is among the facts.
    package func merge(
        _ page: FactPage,
        at moment: Moment,
        isReplay: Bool = false
    ) throws -> MergeCounts {
        guard let sync else { preconditionFailure("Only the open library is merged") }
        var merge = try FactMerge(page, at: moment, self)
        merge.isReplay = isReplay
        try merge.run(page, self)
        // The triggers have reported what was merged, which is not a change of this library's own.
        sync.changes.recordMerge()
        return merge.counts
    }
}

/// Merges the facts of one page in one transaction.
struct FactMerge {
    private(set) var counts = MergeCounts()
    var replicas: Replicas
    var stamps: OwnStamps
    let moment: Moment
    let known: SyncVector
    let held: SyncVector
    private let reused: SyncVector
    private let scheduler: SchedulerInputs

    fileprivate(set) var isReplay = false
    /// The facts of the page that are news.
    private(set) var arriving: [Fact] = []
    /// Decks and types that are deleted once nothing refers to them any more.
    private var unneeded: [ObjectKey: [Fact]] = [:]

    /// The names of pictures and sounds that were in use before the page; nil until somebody has to know.
    private var usedMedia: Set<String>?

    /// Objects that are known since this page, for which facts may have waited.
    var knownObjects: [ObjectKey] = []
    /// Cards whose logs or decks have changed.
    var touched: Set<CardNumber> = []
    var needsTallies = false

    init(
        _ page: FactPage,
        at moment: Moment,
        _ writer: borrowing Writer
    ) throws {
        guard let sync = writer.sync else { preconditionFailure("Only the open library is merged") }
        self.moment = moment
        // They may make the file a new replica, which has to be among those that are known.
        stamps = try writer.ownStamps(at: moment, home: sync.home)
        replicas = try Replicas(writer)
        stamps.raise(above: page.facts.map(\.stamp.clock).max() ?? 0)
        known = try writer.syncVector()
        held = page.held
        reused = try writer.reusedSequences()
        scheduler = try SchedulerInputs(writer)
    }

    mutating func run(_ page: FactPage, _ writer: borrowing Writer) throws {
        let new = page.facts.filter { fact in
            let (replica, sequence) = (fact.stamp.replica, fact.stamp.sequence)
            return sequence > known[replica] && sequence <= lastSequence(of: replica)
                && !fact.isForgedOpening
        }
        counts.facts = new.count { !$0.isOpening }
        arriving = new
        try merge(new, writer)
        while let object = knownObjects.popLast() { try wake(object, writer) }
        if !isReplay { try returnDecks(writer) }
        while let object = knownObjects.popLast() { try wake(object, writer) }
        try refresh(writer)
        try record(page, writer)
        counts.parked =
            try writer.connection.row(
                "SELECT count(*) FROM parked WHERE kind <> :kind",
                ["kind": Fact.opening]
            ) { $0.int(0) } ?? 0
    }

    /// The last sequence of a replica that no other fact has as well.
    private func lastSequence(of replica: ReplicaID) -> Int64 {
        reused[replica] == 0 ? Stamp.sequences.upperBound : reused[replica] - 1
    }

    /// A stamp for what this library decides.
    mutating func nextStamp(_ writer: borrowing Writer) throws -> Stamp {
        try writer.putOpening(&stamps)
        return stamps.next()
    }

    // MARK: - Objects

    mutating func merge(_ facts: [Fact], _ writer: borrowing Writer) throws {
        var objects: [ObjectKey: [Fact]] = [:]
        var events: [Fact] = []
        for fact in facts {
            if !fact.isValid {
                try park(fact, awaiting: nil, writer)
            } else if fact.key.part == Fact.mergedPart {
                try unite(fact, writer)
            } else if fact.key.object.kind == SyncKind.event.rawValue {
                events.append(fact)
            } else {
                objects[fact.key.object, default: []].append(fact)
            }
        }
        // What is only deleted comes first, and before what it refers to, because a deck or a type that notes need stays.
        let gone = objects.filter { $0.value.allSatisfy { $0.values == nil } }
        let isLast = MergeFault.notesGoLast.isPresent
        try merge(gone, isLast ? SyncKind.allCases : SyncKind.allCases.reversed(), writer)
        try merge(objects.filter { gone[$0.key] == nil }, SyncKind.allCases, writer)
        let rest = unneeded
        unneeded = [:]
        try merge(rest, SyncKind.allCases.reversed(), writer)
        try mergeEvents(events, writer)
    }

    private mutating func merge(
        _ objects: [ObjectKey: [Fact]],
        _ kinds: [SyncKind],
        _ writer: borrowing Writer
    ) throws {
        for kind in kinds where kind != .event {
            let keys = objects.keys.filter { $0.kind == kind.rawValue }
            for key in keys.sorted(by: { $0.precedes($1) }) {
                let isOwn = MergeFault.aliasesAreForgotten.isPresent
                let standing = try isOwn ? key : writer.merged(key)
                try merge(objects[key] ?? [], into: standing, writer)
            }
        }
    }

    private mutating func merge(
        _ facts: [Fact],
        into key: ObjectKey,
        _ writer: borrowing Writer
    ) throws {
        let before = try writer.object(key, replicas)
        var object = before
        var isRestamped = false
        var isWanted = false
        var losses: [SyncObject.Loss] = []
        let parked = try takeParked(of: key, writer).filter(\.isValid)
        var waiting: [(fact: Fact, awaited: ObjectKey)] = []
        let all = try (facts + parked).map { try resolved($0, key, writer) }
        let missing = try missing(for: all, of: object, writer)
        // The whole object first, because its parts need it; a deletion last, because later parts beat it.
        for fact in all.sorted(by: { $0.rank < $1.rank }) {
            if !object.isGone(after: fact), let missing = missing[fact.stamp] {
                waiting.append((fact, missing))
            } else if object.isAwaited(by: fact) {
                waiting.append((fact, key))
            } else {
                let isNews = object.take(fact, isConcurrent: { !held.includes($0) }) {
                    losses.append($0)
                }
                isRestamped = isRestamped || isNews && !isReplay
                isWanted =
                    isWanted || object.wasEditedUnaware(fact, isConcurrent: { !held.includes($0) })
            }
        }
        for (fact, awaited) in waiting {
            if !object.isGone(after: fact) {
                try park(fact, awaiting: awaited, writer)
            } else if !held.includes(fact.stamp) {
                _ = object.take(fact, lost: { losses.append($0) })
            }
        }
        if isWanted, !isReplay, !MergeFault.editedNotesStayInTheBin.isPresent,
            object.values.removeValue(forKey: "binned") != nil
        {
            object.stamps["binned"] = try nextStamp(writer)
        }
        if before.exists, !object.exists, !MergeFault.neededObjectsGo.isPresent,
            try isNeeded(key, writer)
        {
            if isReplay {
                unneeded[key] = facts
                return
            }
            object = before
            isRestamped = true
        }
        try keep(losses, of: object, writer)
        try returnMarks(among: losses, to: &object, writer)
        if !isReplay, try addParts(of: losses, to: &object, writer) {
            object.stamps[SyncMap.definition] = try nextStamp(writer)
        }
        if isRestamped, !MergeFault.keptObjectsAreNotTold.isPresent {
            try object.restamp(nextStamp(writer))
        }
        try put(object, over: before, writer)
    }

    /// Whether notes, cards or texts refer to a deck, a type, a picture or a sound.
    private mutating func isNeeded(_ key: ObjectKey, _ writer: borrowing Writer) throws -> Bool {
        guard key.kind == SyncKind.medium.rawValue, let name = key.name else {
            return try writer.isNeeded(key)
        }
        let used = try usedMedia ?? writer.usedMediaNames()
        usedMedia = used
        return used.contains(name)
    }

    /// Writes a merged object; where another one has its unique name, one of them stands for both.
    mutating func put(
        _ object: SyncObject,
        over before: SyncObject,
        _ writer: borrowing Writer
    ) throws {
        if object.exists, isReplay, let other = try writer.namesake(of: object) {
            // It gets another name in the same transaction, or goes.
            try writer.freeName(of: other)
        }
        if object.exists, !isReplay, let other = try writer.namesake(of: object) {
            if MergeFault.decksStayApart.isPresent, object.key.kind == SyncKind.deck.rawValue {
                var object = object
                object.values["name"] = .text(
                    "\(object.values["name"]?.string ?? "") \(stamps.replica)"
                )
                return try put(object, over: before, writer)
            }
            return try unite(
                object,
                over: before,
                with: try writer.object(other, replicas),
                said: nil,
                writer
            )
        }
        try writer.store(object, over: before)
        try writeStamps(of: object, over: before, writer)
        record(object, over: before)
        if object.key.kind == SyncKind.note.rawValue, object.exists {
            if !before.exists || object.decks != before.decks, let id = object.key.number {
                touched.formUnion(try writer.cardNumbers(of: [NoteID(rawValue: id)]))
            }
            if !before.exists { try returnDepartedCards(of: object.key, writer) }
        }
    }

    /// Records that there is a new object, for which facts may have waited; or that there was one, as far as its events are concerned.
    mutating func record(_ object: SyncObject, over before: SyncObject) {
        let isNew =
            object.exists ? !before.exists : before.stamps.isEmpty && !object.stamps.isEmpty
        if isNew { knownObjects.append(object.key) }
        guard object.exists, !before.exists else { return }
        if object.key.kind == SyncKind.overwritten.rawValue, let name = object.key.name {
            counts.overwritten.append(name)
        }
    }

    mutating func writeStamps(
        of object: SyncObject,
        over before: SyncObject,
        _ writer: borrowing Writer
    ) throws {
        for part in before.stamps.keys where object.stamps[part] == nil {
            try writer.connection.run(
                "DELETE FROM fact WHERE kind = :kind AND object = :object AND part = :part",
                ["kind": object.key.kind, "object": object.key.id, "part": part]
            )
        }
        for (part, stamp) in object.stamps where before.stamps[part] != stamp {
            let number = try replicas.number(of: stamp.replica, with: writer)
            try writer.replace(FactKey(object.key, part), stamp, number)
        }
    }

    /// A deck in the bin that has notes outside it returns, because somebody added them without knowing.
    private mutating func returnDecks(_ writer: borrowing Writer) throws {
        if MergeFault.usedDecksStayInTheBin.isPresent { return }
        let decks = try writer.connection.rows(
            """
            SELECT id
            FROM deck
            WHERE binned IS NOT NULL
            AND (
                EXISTS (SELECT 1 FROM note WHERE note.deck = deck.id AND note.binned IS NULL)
                OR EXISTS (SELECT 1 FROM card WHERE card.deck = deck.id)
            )
            ORDER BY id
            """
        ) { ObjectKey(.deck, $0.int64(0)) }
        for key in decks {
            let before = try writer.object(key, replicas)
            var object = before
            object.values["binned"] = nil
            object.stamps["binned"] = try nextStamp(writer)
            try put(object, over: before, writer)
        }
    }

    /// A fact about the object that stands for its own, with such objects in its values.
    private func resolved(
        _ fact: Fact,
        _ key: ObjectKey,
        _ writer: borrowing Writer
    ) throws -> Fact {
        var fact = fact
        fact.key.object = key
        guard key.kind == SyncKind.note.rawValue, let values = fact.values else { return fact }
        for (part, value) in values where part.isDeck {
            fact.values?[part] = try writer.merged(ObjectKey(SyncKind.deck.rawValue, value)).id
        }
        return fact
    }

    /// For facts about a note, by their stamps, an object that each refers to and that is not here.
    ///
    /// A value does not count if a later fact that lacks nothing itself has replaced it. So the latest fact is decided first; and each
    /// only once, because a page may have any number of facts about one part.
    private func missing(
        for facts: [Fact],
        of object: SyncObject,
        _ writer: borrowing Writer
    ) throws -> [Stamp: ObjectKey] {
        guard object.key.kind == SyncKind.note.rawValue else { return [:] }
        var missing: [Stamp: ObjectKey] = [:]
        // With the stamps that it gets from the facts that lack nothing.
        var object = object
        for fact in facts.sorted(by: { $0.stamp > $1.stamp }) {
            guard let values = fact.values else { continue }
            for (part, value) in values.sorted(by: { $0.key < $1.key }) {
                let kind: SyncKind? = part == "type" ? .type : part.isDeck ? .deck : nil
                guard let kind else { continue }
                let key = ObjectKey(kind.rawValue, value)
                let isReplaced = object.stamp(of: part).map { $0 > fact.stamp } ?? false
                guard try !isReplaced && !writer.exists(key) else { continue }
                missing[fact.stamp] = key
                break
            }
            guard missing[fact.stamp] == nil else { continue }
            let part = fact.key.part
            object.stamps[part] = max(object.stamps[part] ?? fact.stamp, fact.stamp)
        }
        return missing
    }

    // MARK: - The end

    mutating func countEvent() { counts.events += 1 }

    /// Derives what follows from what was merged, as if all of it had happened here.
    private func refresh(_ writer: borrowing Writer) throws {
        if MergeFault.statesStay.isPresent { return }
        try writer.refreshAnswers(of: touched.sorted())
        var schedulers = try Schedulers(writer)
        _ = try writer.refreshStates(of: touched.sorted(), by: &schedulers)
        if try SchedulerInputs(writer) != scheduler { try writer.markStatesStale() }
        if needsTallies { try writer.rebuildTallies() }
        try writer.rebuildStaleTallies()
    }

    private mutating func record(_ page: FactPage, _ writer: borrowing Writer) throws {
        let sequences = page.vector.sequences
        var clocks: [ReplicaID: Int64] = [:]
        for fact in page.facts {
            clocks[fact.stamp.replica] = max(clocks[fact.stamp.replica] ?? 0, fact.stamp.clock)
        }
        for id in Set(sequences.keys).union(clocks.keys) where id != stamps.replica {
            try writer.connection.run(
                """
                UPDATE replica
                SET sequence = max(sequence, :sequence), clock = max(clock, :clock)
                WHERE number = :number
                """,
                [
                    "sequence": min(sequences[id] ?? 0, lastSequence(of: id)),
                    "clock": clocks[id] ?? 0,
                    "number": try replicas.number(of: id, with: writer),
                ]
            )
        }
        // Its latest facts may have lost, and no sequence is used twice.
        try writer.connection.run(
            "UPDATE replica SET sequence = :sequence, clock = :clock WHERE number = :number",
            ["sequence": stamps.sequence, "clock": stamps.clock, "number": stamps.number]
        )
        if try writer.setting(.hasMerged) == nil { try writer.set(.hasMerged, to: "1") }
        try writer.removeOldOverwritten(at: moment)
    }
}

/// What memories follow from, besides the log.
private struct SchedulerInputs: Equatable {
    private let rules: SchedulingRules
    private let parameters: Parameters
    /// Empty if no deck has a scheduler of its own; otherwise all, because decks inherit by name.
    private let decks: [Deck]
    /// Those in the bin, from which others do not inherit.
    private let binned: [DeckID]

    init(_ writer: borrowing Writer) throws {
        rules = try writer.settings().rules
        parameters = try writer.parameters()
        // Also those in the bin, which may come back with their cards.
        let rows = try writer.connection.rows(
            "SELECT id, name, settings, binned FROM deck ORDER BY id"
        ) { (deck: try Deck($0), isBinned: !$0.isNull(3)) }
        let own = rows.filter { $0.deck.settings.changesScheduler }
        binned = own.filter { $0.isBinned }.map { $0.deck.id }
        decks =
            own.isEmpty
            ? []
            : rows.map { row in
                var settings = DeckSettings()
                settings.retention = row.deck.settings.retention
                settings.parameters = row.deck.settings.parameters
                return Deck(id: row.deck.id, name: row.deck.name, settings: settings)
            }
    }
}

extension SyncVector {
    func includes(_ stamp: Stamp) -> Bool { self[stamp.replica] >= stamp.sequence }
}

extension String {
    /// Whether the part of a note with this name is a deck.
    var isDeck: Bool { self == "deck" || hasPrefix("card ") && hasSuffix(" deck") }
}

extension SyncObject {
    var decks: [String: Value] { values.filter { $0.key.isDeck } }
}

extension Fact {
    fileprivate var rank: Int { key.part.isEmpty ? values == nil ? 2 : 0 : 1 }
}
