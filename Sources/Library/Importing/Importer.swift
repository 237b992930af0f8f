internal import Compression
internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage
internal import Threads

/// Writes a batch into the library, within one transaction.
///
/// The file is read on a thread of its own, and its notes are prepared on others. New notes are written first. Then, where
/// some exist already, the file is read again, and these are merged: nothing that exists may change during a bulk insert.
struct Importer {
    var report: ImportReport
    let batch: ImportBatch
    let moment: Moment
    var decks: DeckMap
    private var schedulers: Schedulers
    var preparer: NotePreparer
    /// What new notes, those that are updated, and their pictures and sounds may use.
    var quota = RemainingQuota()
    private var matcher: NoteMatcher
    private var bulk: BulkWriter
    private var freeNotes = FreeNumbers()
    /// Seeded once for all notes, because the system's generator is slow.
    private var generator: SplitMix64

    /// How many notes were looked at, and those among them that exist already: an id that is nil follows from the guid.
    private var position = 0
    private var existing: [Int: NoteID?] = [:]
    /// What was added: notes created now, and notes with an earlier history.
    private var added: [NoteID] = []
    private var rows = ImportedRows()
    /// Existing cards whose logs grew.
    private var changedCards: Set<CardNumber> = []
    /// The notes that an edition has.
    var seen: Set<NoteGUID> = []
    /// New names of the pictures and sounds of the edition before, and of those that the library has under both names.
    var renamedMediaBefore: [String: String] = [:]
    var renamedMediaHere: [String: String] = [:]

    /// - Parameter recorder: Records settings and decks, which are written at once.
    init(
        _ batch: ImportBatch,
        at moment: Moment,
        using random: RandomSource,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        self.batch = batch
        self.moment = moment
        generator = SplitMix64(seed: random.next())
        report = ImportReport(isCollection: batch.isCollection)
        decks = try DeckMap(batch, at: moment, using: random, with: writer)
        if let file = batch.storedFile, file.base != decks.targetFile {
            throw LibraryError.refused(
                "Another import changed this deck in the meantime. Try again."
            )
        }
        report.limits = try Self.adopt(
            batch.settings,
            decks,
            at: moment,
            &recorder,
            with: writer
        )
        try Self.adopt(batch.parameters, &recorder, with: writer)
        schedulers = try Schedulers(writer)
        let boundary = DayBoundary(rollover: try writer.settings().rollover)
        let today = boundary.day(of: moment.milliseconds, offset: batch.timeZoneOffset)
        let dayEnd = boundary.start(of: today + 1, offset: batch.timeZoneOffset)
        preparer = NotePreparer(
            types: NoteTypeMatcher(try writer.noteTypes(), update: batch.update),
            dayEnd: Moment(milliseconds: dayEnd)
        )
        matcher = NoteMatcher(expecting: batch.noteCount)
        bulk = try BulkWriter(expecting: batch.noteCount, knowsGUIDs: true, with: writer)
        try batch.checkTypeCount()
        for type in batch.types { try add(type, &recorder, with: writer) }
        for deck in batch.decks where !deck.isOptional {
            _ = try self.deck(deck.name, &recorder, with: writer)
        }
    }

    /// - Parameters:
    ///   - isPreview: Whether media are only counted, and the file is not stored.
    ///   - storeMedia: Stores the contents of pictures and sounds, while notes are being read.
    mutating func run(
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer,
        isPreview: Bool,
        storeMedia: (ImportMedia) throws -> StoredMedia,
        progress: Library.Watch
    ) throws {
        let file = isPreview ? nil : batch.storedFile
        // The file is compressed meanwhile.
        try BoundedQueue.run(capacity: 1) { (put: BoundedQueue.Producer<[UInt8]>) in
            if let bytes = file?.bytes { try put(Gzip.compress(bytes, level: 1)) }
        } _: { packed in
            try writeNotes(&recorder, with: writer, storeMedia: storeMedia, progress: progress)
            if let edition = batch.edition {
                try decks.take(edition.taken, &recorder, with: writer)
            }
            if let file, let bytes = try packed() {
                try decks.storeTargetFile(bytes, names: file.names, &recorder, with: writer)
            }
        }
        report.isNewDeck = report.deck.map(decks.created.contains) ?? false
        report.newDecks = decks.created.filter { $0 != report.deck }
        report.newTypes = preparer.types.addedNames
    }

    private mutating func writeNotes(
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer,
        storeMedia: (ImportMedia) throws -> StoredMedia,
        progress: Library.Watch
    ) throws {
        let rules = ImportRules(
            model: MemoryModel(try writer.parameters()),
            settings: try writer.settings()
        )
        try Self.read(batch, rules) { next in
            try self.storeMedia(storeMedia, with: writer)
            try addNotes(next, &recorder, with: writer, progress: progress)
        }
        let isLast = existing.isEmpty && batch.edition == nil
        try bulk.finish(isLast: isLast, with: writer)
        if !existing.isEmpty {
            let addedNow = Set(added + rows.notes)
            try Self.read(batch, rules) { next in
                try mergeNotes(next, addedNow, &recorder, with: writer, progress: progress)
            }
            let changedCards = changedCards.sorted()
            try writer.refreshAnswers(of: changedCards)
            _ = try writer.refreshStates(of: changedCards, by: &schedulers)
        }
        if let edition = batch.edition {
            try removeNotes(missingFrom: edition, &recorder, with: writer)
        }
        recorder.added(added, at: moment)
        recorder.imported(rows)
    }

    private static let itemsAtOnce = 64
    private static let bytesAtOnce = 1 << 20

    /// Reads the items on a thread of their own, some at a time.
    private static func read(
        _ batch: ImportBatch,
        _ rules: ImportRules,
        _ use: (_ next: BoundedQueue.Consumer<[ImportItem]>) throws -> Void
    ) throws {
        // A new thread does not inherit task-local values.
        let language = InterfaceLanguage.current
        try BoundedQueue.run(capacity: 16) { (put: BoundedQueue.Producer<[ImportItem]>) in
            try InterfaceLanguage.withCurrent(language) {
                var items: [ImportItem] = []
                var size = 0
                try batch.items(rules) { item in
                    if case .note(let note) = item {
                        size += note.size
                        items.append(note.flaw.map { .leftOut($0) } ?? item)
                    } else {
                        items.append(item)
                    }
                    guard items.count == itemsAtOnce || size > bytesAtOnce else { return }
                    try put(items)
                    items = []
                    size = 0
                }
                try put(items)
            }
        } _: { next in
            try use(next)
        }
    }

    private func share(_ count: Int) -> Double {
        min(1, Double(count) / Double(max(batch.noteCount, 1)))
    }

    private mutating func add(
        _ type: ImportNoteType,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        if let flaw = type.flaw { return report.leaveOut(flaw) }
        let edition = batch.edition
        let added =
            if let edition, let base = edition.types.first(where: { $0.id == type.key }) {
                preparer.types.add(
                    type.type,
                    since: base,
                    as: try libraryType(of: base, in: edition, with: writer)
                )
            } else {
                preparer.types.add(type)
            }
        guard let (before, after) = added else { return }
        try recorder.replace(.noteType(before: before, after: after), with: writer)
    }

    /// The deck for a name in the file, created if it does not exist.
    mutating func deck(
        _ name: DeckName?,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> Deck {
        let deck = try decks.deck(name, &recorder, with: writer)
        if batch.isCollection, !preparer.hasDeck(name) {
            preparer.add(deck.id, as: name, try schedulers.scheduler(for: deck.id, in: writer))
        }
        return deck
    }
}

// MARK: - New notes

extension Importer {
    private mutating func addNotes(
        _ next: BoundedQueue.Consumer<[ImportItem]>,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer,
        progress: Library.Watch
    ) throws {
        try OrderedParallelMap.run(size: min(ParallelFor.cores, 2)) { put in
            while let items = try next() {
                var notes: [ImportNote] = []
                for item in items {
                    switch item {
                    case .note(let note): notes.append(note)
                    case .type(let type): try add(type, &recorder, with: writer)
                    case .leftOut(let line): report.leaveOut(line)
                    }
                }
                try put((notes, preparer))
            }
        } transform: { (_, load: (notes: [ImportNote], preparer: NotePreparer)) in
            load.notes.map(load.preparer.prepared)
        } consume: { (notes: [NotePreparer.Prepared?]) in
            for note in notes {
                if let note {
                    try take(note, &recorder, with: writer)
                } else {
                    report.leaveOut("A card has a type that the file doesn’t define.")
                }
                position += 1
            }
            try progress(share(position))
        }
    }

    private mutating func take(
        _ note: NotePreparer.Prepared,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        if case .guid(let guid) = note.given.identity, let edition = batch.edition {
            seen.insert(guid)
            if try bulk.contains(guid, with: writer) {
                existing[position] = .some(nil)
                return
            }
            if edition.notes[guid] != nil {
                // The learner deleted it, and the bin no longer has it.
                report.leftAlone += 1
                return
            }
        }
        if let flaw = note.given.flawUnlessAsked {
            // No deck is created for a note that is left out.
            let deck = decks.existing(note.given.deck)
            let match = try matcher.match(note.given, in: deck, bulk, with: writer)
            guard case .existing(let id) = match else { return report.leaveOut(flaw) }
            existing[position] = .some(id)
            return
        }
        let deck = try deck(note.given.deck, &recorder, with: writer)
        report.recordDeck(deck.name)
        let match = try matcher.match(note.given, in: deck.id, bulk, with: writer)
        if case .existing(let id) = match {
            existing[position] = .some(id)
        } else {
            try quota.use(note.given.size)
            let id = try add(note, to: deck, &recorder, with: writer)
            matcher.add(id, for: match)
        }
    }

    private mutating func add(
        _ prepared: NotePreparer.Prepared,
        to deck: Deck,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> NoteID {
        let given = prepared.given
        // Notes without a date get successive ones, the last of which is now, so that they stay in order.
        let made =
            given.made
            ?? Moment(
                milliseconds: moment.milliseconds
                    + Int64(clamping: report.added - (batch.noteCount - 1))
            )
        var id = prepared.id ?? NoteID(at: made.milliseconds, using: &generator)
        id = NoteID(
            rawValue: try freeNotes.next(from: id.rawValue) { number in
                try bulk.contains(NoteID(rawValue: number), with: writer)
            }
        )
        var cards = id == prepared.id ? prepared.cards : nil
        if cards == nil {
            for card in given.cards where card.deck != nil {
                _ = try self.deck(card.deck, &recorder, with: writer)
            }
            cards = preparer.cards(of: given, as: id)
        }
        let note = Note(
            id: id,
            guid: given.guid(as: id, in: deck.id),
            type: given.type,
            deck: deck.id,
            values: given.nonemptyValues,
            tags: given.tags,
            wordType: given.wordType,
            place: given.place,
            made: made,
            changed: given.changed ?? moment
        )
        var whole = ImportedNote(note, texts: prepared.texts, cards: cards ?? [])
        whole.isSuspended = given.isSuspended
        try bulk.add(whole, with: writer)
        report.added += 1
        record(whole, isMadeNow: given.changed == nil && given.cards.isEmpty)
        return id
    }

    private mutating func record(_ whole: ImportedNote, isMadeNow: Bool) {
        guard !isMadeNow else { return added.append(whole.note.id) }
        rows.notes.append(whole.note.id)
        rows.tally.changes &+= whole.note.changed.milliseconds
        for (card, log) in whole.cards {
            report.cards += 1
            report.reviews += log.count { $0.kind.grade != nil }
            rows.tally.events += log.count
            rows.tally.suspended += card.marks.isSuspended ? 1 : 0
            rows.tally.flags += Int(clamping: card.marks.flag)
        }
    }
}

// MARK: - Existing notes

extension Importer {
    private mutating func mergeNotes(
        _ next: BoundedQueue.Consumer<[ImportItem]>,
        _ addedNow: Set<NoteID>,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer,
        progress: Library.Watch
    ) throws {
        position = 0
        while let items = try next() {
            for case .note(let note) in items {
                defer { position += 1 }
                guard let id = existing[position], let given = preparer.translated(note) else {
                    continue
                }
                try merge(given, into: id, addedNow, &recorder, with: writer)
            }
            try progress(share(position))
        }
    }

    private mutating func merge(
        _ given: ImportNote,
        into id: NoteID?,
        _ addedNow: Set<NoteID>,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        var id = id
        if id == nil, case .guid(let guid) = given.identity { id = try writer.note(guid: guid) }
        guard let old = try id.flatMap({ try matcher.note($0, with: writer) }) else { return }
        if let edition = batch.edition {
            guard !addedNow.contains(old.id) else { return }
            return try merge(given, of: edition, into: old, &recorder, with: writer)
        }
        guard old.type == given.type else {
            return report.leaveOut(
                "Another card type is already called “\(old.prompt.prefix(60))”. Choose another name."
            )
        }
        let isAddedNow = addedNow.contains(old.id)
        let merged = ThreeWayMerge(given, into: old)
        if let flaw = given.flawUnlessAsked, !preparer.types.asks(merged.note) {
            return report.leaveOut(flaw)
        }
        report.conflicts += merged.conflicts
        if merged.note == old {
            report.same += 1
        } else if batch.update.allows(given, over: old) {
            try quota.use(given.size)
            var note = merged.note
            note.changed = given.changed.map { max($0, old.changed) } ?? moment
            if old.binned != nil, !decks.contains(old.deck) {
                note.deck = try deck(given.deck, &recorder, with: writer).id
            }
            if isAddedNow {
                try writer.update(note)
                if given.changed != nil {
                    rows.tally.changes &+=
                        note.changed.milliseconds &- old.changed.milliseconds
                }
            } else {
                try recorder.put(note, with: writer)
            }
            report.updated += 1
        } else {
            report.leftAlone += 1
        }
        for card in given.cards {
            try merge(card, in: given, into: old, isAddedNow, with: writer)
        }
    }

    /// Joins the log in the file with the card's; its state is derived from both.
    private mutating func merge(
        _ given: ImportCard,
        in note: ImportNote,
        into old: Note,
        _ isAddedNow: Bool,
        with writer: borrowing Writer
    ) throws {
        let id = CardID(note: old.id, face: given.face)
        let known = try writer.card(of: old.id, face: given.face)
        let before = try known.map { try writer.events(of: $0) } ?? []
        var log = ImportLog(given, of: id, in: note)
        log.remove(known: before)
        guard !log.events.isEmpty || before.isEmpty && given.state.stage != .new else { return }
        let deck = try known.flatMap { try writer.card($0)?.deck } ?? old.deck
        let scheduler = try schedulers.scheduler(for: deck, in: writer)
        _ = log.reconcile(given, after: before, by: scheduler)
        guard !log.events.isEmpty else { return }
        let number = try known ?? writer.insertCard(of: old.id, face: given.face)
        var free = FreeNumbers()
        for event in log.events {
            let event = try writer.append(event, of: number, withFreeID: &free)
            if isAddedNow {
                rows.tally.events += 1
            } else {
                rows.events.append(event)
            }
        }
        report.reviews += log.answerCount
        changedCards.insert(number)
    }
}

extension UpdateRule {
    fileprivate func allows(_ given: ImportNote, over old: Note) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .newer: given.changed.map { $0 > old.changed } ?? true
        }
    }
}
