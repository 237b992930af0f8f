internal import Languages
internal import Notes
internal import Recall
internal import Storage
internal import Threads

/// A delivery on its way into the library, within one transaction.
struct Import {
    private(set) var report = ImportReport()
    private var recorder: ChangeRecorder
    private let delivery: Delivery
    private let moment: Moment
    private var decks: ImportedDecks
    private var types: ImportedTypes
    private var known: KnownNotes
    /// Notes that are to be written together.
    private var pending: [Note] = []
    private var pendingIDs: Set<NoteID> = []
    /// Writes what is new, while nothing but new notes came; and what it wrote.
    private var bulk: BulkWriter?
    private var written: [NoteID] = []
    private var place = 0
    private var done = 0
    /// Its own: to ask the system for each of many ids would take longer than to look for the note.
    private var generator = SplitMix64(seed: .random(in: .min ... .max))

    private static let writtenAtOnce = 500

    init(
        _ delivery: Delivery,
        _ recorder: ChangeRecorder,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws {
        self.delivery = delivery
        self.recorder = recorder
        self.moment = moment
        decks = ImportedDecks(try writer.decks())
        types = ImportedTypes(try writer.noteTypes())
        known = KnownNotes(expecting: delivery.count)
        guard let file = delivery.file else { return }
        guard file.earlier == decks.deck(named: delivery.deck)?.settings.file?.id else {
            throw LibraryError.refused(
                "Something else was imported into the deck meanwhile. Try again."
            )
        }
    }

    /// Takes all of the delivery; returns what was replaced.
    ///
    /// - Parameter pack: Makes what is kept of the file; on any thread.
    mutating func run(
        keeping pack: (@Sendable () -> [UInt8])?,
        progress: Library.Watch,
        with writer: borrowing Writer
    ) throws -> ChangeRecorder {
        var packed: [UInt8]?
        if try BulkWriter.isWorthwhile(expecting: delivery.count, with: writer) {
            packed = try takeMany(keeping: pack, progress: progress, with: writer)
        } else {
            packed = pack?()
            try delivery.source { item in try take(item, progress: progress, with: writer) }
        }
        try write(with: writer)
        if let packed, let file = delivery.file {
            try keep(packed, names: file.names, with: writer)
        }
        report.isNewDeck = decks.made.contains { $0.name == report.deck }
        report.newDecks = decks.made.map(\.name).filter { $0 != report.deck }
        report.newTypes = types.made.map(\.name)
        return recorder
    }

    /// Takes much more than is there: a thread of its own reads the file, and another helps to write down what notes hold.
    private mutating func takeMany(
        keeping pack: (@Sendable () -> [UInt8])?,
        progress: Library.Watch,
        with writer: borrowing Writer
    ) throws -> [UInt8]? {
        bulk = try BulkWriter(expecting: delivery.count, with: writer)
        let source = delivery.source
        // The thread knows nothing of who asks.
        let language = InterfaceLanguage.current
        var packed: [UInt8]?
        try BoundedQueue.run(room: 4) { (put: BoundedQueue.Put<LoadedPart>) in
            try InterfaceLanguage.$current.withValue(language) {
                var load: [Delivered] = []
                try source { item in
                    load.append(item)
                    guard load.count == Self.loadedAtOnce else { return }
                    try put(LoadedPart.items(load))
                    load.removeAll(keepingCapacity: true)
                }
                try put(.items(load))
            }
            try put(.end)
            if let pack { try put(.packed(pack())) }
        } _: { next in
            try OrderedParallelMap.run(size: min(ParallelFor.cores, 2)) { put in
                while let part = try next() { try put(part) }
            } make: { _, part in
                part.withTexts
            } use: { part in
                switch part {
                case .items(let items):
                    for item in items { try take(item, progress: progress, with: writer) }
                case .end: try endBulk(isLast: true, with: writer)
                case .packed(let bytes): packed = bytes
                }
            }
        }
        return packed
    }

    private static let loadedAtOnce = 256

    /// From here on notes are written one by one: nothing that is there may change before.
    private mutating func endBulk(
        isLast: Bool = false,
        with writer: borrowing Writer
    ) throws {
        guard var bulk else { return }
        self.bulk = nil
        try bulk.finish(isLast: isLast, with: writer)
        recorder.added(written, at: moment)
        written = []
    }

    private mutating func take(
        _ item: Delivered,
        progress: Library.Watch,
        with writer: borrowing Writer
    ) throws {
        switch item {
        case .type(let type):
            guard let new = types.take(type, using: &generator, at: moment) else { return }
            try recorder.replace(.noteType(before: nil, after: new), with: writer)
        case .deck(let name, let settings):
            guard decks.deck(named: name) == nil else { return }
            try make(name, settings, with: writer)
        case .note(let note):
            try take(types.translated(note), with: writer)
            done += 1
            if done % Self.writtenAtOnce == 0 {
                try progress(min(1, Double(done) / Double(max(delivery.count, done))))
            }
        case .leftOut(let line):
            report.leaveOut(line)
        }
    }

    private mutating func take(
        _ given: ImportNote,
        with writer: borrowing Writer
    ) throws {
        let deck = try deck(named: given.deck ?? delivery.deck, with: writer)
        report.reach(deck.name)
        let (found, mark) = try known.note(for: given, in: deck, with: writer)
        if let found, pendingIDs.contains(found) { try write(with: writer) }
        // What is laid down cannot be read yet.
        if let found, bulk?.hasPending(found) == true { try endBulk(with: writer) }
        guard let old = try found.flatMap({ try known.note($0, with: writer) }) else {
            return try add(given, to: deck, knownBy: mark, with: writer)
        }
        guard old.type == given.type else {
            return report.leaveOut(
                "“\(old.prompt.prefix(60))” is there already, as another type of note."
            )
        }
        let merging = Merging(given, into: old)
        report.kept += merging.kept
        guard merging.note != old else {
            report.same += 1
            return
        }
        guard delivery.update.admits(given, over: old) else {
            report.leftAlone += 1
            return
        }
        var note = merging.note
        note.changed = moment
        try endBulk(with: writer)
        try recorder.put(note, with: writer)
        report.updated += 1
    }

    private mutating func add(
        _ given: ImportNote,
        to deck: Deck,
        knownBy mark: KnownNotes.Mark,
        with writer: borrowing Writer
    ) throws {
        // One after the other, the last one now: what is added next is later than all of them.
        let made =
            given.made
            ?? Moment(
                milliseconds: moment.milliseconds + Int64(place - (delivery.count - 1))
            )
        place += 1
        let id = try newID(at: made, with: writer)
        let guid: NoteGUID =
            switch given.name {
            case .key(let key): Note.guid(of: id, key: key, from: deck.id)
            case .guid(let guid): guid
            case .text, .none: NoteGUID(rawValue: id.description)
            }
        let note = Note(
            id: id,
            guid: guid,
            type: given.type,
            deck: deck.id,
            values: given.newValues,
            tags: given.tags,
            wordType: given.wordType,
            place: given.place,
            made: made,
            changed: moment
        )
        known.add(id, by: mark)
        report.added += 1
        if bulk != nil {
            try bulk?.add(ImportedNote(note, texts: given.texts), with: writer)
            written.append(id)
            return
        }
        pending.append(note)
        pendingIDs.insert(id)
        if pending.count == Self.writtenAtOnce { try write(with: writer) }
    }

    /// An id that is free; many notes may have been made at the same moment.
    private mutating func newID(
        at made: Moment,
        with writer: borrowing Writer
    ) throws -> NoteID {
        while true {
            let id = NoteID(at: made.milliseconds, using: &generator)
            if pendingIDs.contains(id) { continue }
            if try !(bulk?.contains(id, with: writer) ?? writer.isTaken(id)) { return id }
        }
    }

    private mutating func write(with writer: borrowing Writer) throws {
        try recorder.add(pending, at: moment, with: writer)
        pending.removeAll(keepingCapacity: true)
        pendingIDs.removeAll(keepingCapacity: true)
    }

    private mutating func deck(
        named name: DeckName,
        with writer: borrowing Writer
    ) throws -> Deck {
        if let deck = decks.deck(named: name) { return deck }
        return try make(name, DeckSettings(), with: writer)
    }

    @discardableResult
    private mutating func make(
        _ name: DeckName,
        _ settings: DeckSettings,
        with writer: borrowing Writer
    ) throws -> Deck {
        let id = DeckID(at: moment.milliseconds, using: &generator)
        let deck = Deck(id: id, name: name, settings: settings)
        try recorder.put(StoredDeck(deck, made: moment), with: writer)
        decks.add(deck)
        return deck
    }

    /// Keeps the file that the deck comes from now.
    private mutating func keep(
        _ packed: [UInt8],
        names: [String: String],
        with writer: borrowing Writer
    ) throws {
        let deck = try deck(named: delivery.deck, with: writer)
        let kept = ImportedFileID(at: moment.milliseconds, using: &generator)
        try writer.keep(packed, as: kept, at: moment)
        guard var stored = try writer.storedDeck(deck.id) else { return }
        stored.settings.file = ImportedFile(id: kept, names: names)
        stored.changed = moment
        try recorder.put(stored, with: writer)
    }
}

/// What comes from the thread that reads a file.
private enum LoadedPart: Sendable {
    case items([Delivered])
    /// No more items come.
    case end
    /// All of the file, as it is kept.
    case packed([UInt8])

    /// The same; its notes with what is written of their texts.
    var withTexts: LoadedPart {
        guard case .items(let items) = self else { return self }
        return .items(items.map(\.withTexts))
    }
}

extension Delivered {
    /// The same; a note with what is written of its texts.
    fileprivate var withTexts: Delivered {
        guard case .note(var note) = self else { return self }
        note.makeTexts()
        return .note(note)
    }
}

extension UpdateRule {
    fileprivate func admits(_ given: ImportNote, over old: Note) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .newer: given.changed.map { $0 > old.changed } ?? true
        }
    }
}
