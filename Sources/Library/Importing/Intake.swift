internal import Languages
internal import Notes
internal import Recall
internal import Storage
internal import Threads

/// One whole collection of another program on its way into a library, within one transaction.
///
/// Its notes are read on a thread of their own, and made ours on another. Those that are new are written first; then,
/// where there are any, the file is read again for those that are there already, and these are merged.
struct Intake {
    private(set) var report = CollectionReport()

    private let order: CollectionOrder
    private let moment: Moment
    /// When cards that are put away come back: as the learner's next day begins.
    private let evening: Moment

    private var decks = IntakeDecks()
    private var rows = ImportedRows()
    /// Those of its notes, where the file has some twice.
    private var addedNow: Set<NoteID> = []
    /// Cards that were here and whose logs grew.
    private var touched: Set<CardNumber> = []

    init(_ order: CollectionOrder, at moment: Moment, with writer: borrowing Writer) throws {
        self.order = order
        self.moment = moment
        let boundary = DayBoundary(rollover: try writer.settings().rollover)
        let today = boundary.day(of: moment.milliseconds, offset: order.offset)
        evening = Moment(milliseconds: boundary.start(of: today + 1, offset: order.offset))
    }

    /// Takes all of it.
    ///
    /// - Parameter keepMedia: Keeps the content of its pictures and sounds, while its notes begin to be read.
    mutating func take(
        _ source: some CollectionSource,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer,
        keepMedia: () throws -> ShippedMedia,
        progress: Library.Watch
    ) throws {
        try settle(source.settings, &recorder, with: writer)
        try learn(source.parameters, &recorder, with: writer)
        decks = try IntakeDecks(source.decks, into: order.deck, at: moment, writer)
        let types = try IntakeTypes(source.types, update: order.update, writer)
        report.decks = try decks.addAll(&recorder, with: writer)
        report.types = try types.addAll(&recorder, with: writer)

        var schedulers = try Schedulers(writer)
        let rules = CollectionRules(
            model: MemoryModel(try writer.parameters()),
            settings: try writer.settings()
        )
        var making = IntakeMaking(types: types, evening: evening)
        for (number, deck) in decks.all {
            making.lay(number, in: deck, try schedulers.scheduler(for: deck, in: writer))
        }
        var bulk = try BulkWriter(
            expecting: source.noteCount,
            knowsGUIDs: true,
            with: writer
        )
        var media = ShippedMedia()
        var known: Set<NoteGUID> = []
        try Self.reading(source, rules) { notes in
            media = try keepMedia()
            making.renamed = try name(media, with: writer)
            let maker = making
            try BoundedQueue.run(room: 16) { put in
                while let load = try notes() { try put(load.map(maker.made)) }
            } _: { notes in
                try Self.forEach(notes, of: source, progress) { note in
                    guard let note else {
                        return report.leaveOut("A note has a type that is not in the file.")
                    }
                    if try bulk.contains(note.given.guid, with: writer) {
                        known.insert(note.given.guid)
                    } else {
                        try add(note, &making, &schedulers, &bulk, &recorder, with: writer)
                    }
                }
            }
        }
        try bulk.finish(isLast: known.isEmpty, with: writer)
        if !known.isEmpty {
            addedNow = Set(rows.notes)
            try Self.reading(source, rules) { notes in
                try Self.forEach(notes, of: source, progress) { note in
                    guard known.contains(note.guid), let (given, type) = making.given(note),
                        let old = try writer.note(guid: note.guid).flatMap({ try writer.note($0) })
                    else { return }
                    try merge(given, type, into: old, &schedulers, &recorder, with: writer)
                }
            }
        }

        try writer.refreshAnswers(of: touched.sorted())
        _ = try writer.refreshStates(of: touched.sorted(), by: &schedulers)
        recorder.imported(rows)
        for line in source.leftOut + media.leftOut { report.leaveOut(line) }
    }

    /// Has the notes of a source read on a thread of their own, some at a time.
    private static func reading(
        _ source: some CollectionSource,
        _ rules: CollectionRules,
        _ use: (_ notes: BoundedQueue.Take<[CollectionNote]>) throws -> Void
    ) throws {
        try BoundedQueue.run(room: 16) { put in
            var load: [CollectionNote] = []
            try source.forEachNote(rules) { note in
                load.append(note)
                guard load.count == Self.readAtOnce else { return }
                try put(load)
                load.removeAll(keepingCapacity: true)
            }
            try put(load)
        } _: { take in
            try use(take)
        }
    }

    /// Lends what is taken up, one after the other, and says how far it is.
    private static func forEach<Element>(
        _ take: BoundedQueue.Take<[Element]>,
        of source: some CollectionSource,
        _ progress: Library.Watch,
        _ body: (Element) throws -> Void
    ) throws {
        let total = Double(max(source.noteCount, 1))
        var count = 0
        while let load = try take() {
            for element in load { try body(element) }
            count += load.count
            try progress(min(Double(count) / total, 1))
        }
    }

    private static let readAtOnce = 64

    /// Takes over what the learner has settled elsewhere, where nothing is settled here.
    private func settle(
        _ settings: StudySettings?,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        guard let settings, settings != StudySettings(), try writer.setting(.study) == nil
        else { return }
        let json = try StoredJSON.text(of: settings)
        try recorder.replace(.settings(before: nil, after: json), with: writer)
    }

    /// Takes over how the learner forgets, where nobody knows that here and nothing was answered yet.
    private func learn(
        _ parameters: Parameters?,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        guard let parameters, try writer.storedParameters() == nil, try writer.answerCount() == 0
        else { return }
        try recorder.replace(.parameters(before: nil, after: parameters.values), with: writer)
    }

    /// Says what the names mean; where one means something else here already, the newcomer gets another.
    ///
    /// - Returns: What is called something else here.
    private mutating func name(
        _ media: ShippedMedia,
        with writer: borrowing Writer
    ) throws -> [String: String] {
        var renamed: [String: String] = [:]
        for (name, hash, size) in media.files {
            let holder = try writer.mediaHash(named: name)
            guard holder != hash else { continue }
            var new = name
            if holder != nil {
                new = name.distinguished(by: hash)
                renamed[name] = new
                guard try writer.mediaHash(named: new) == nil else { continue }
            }
            try writer.setMedia(named: new, to: hash, size: size, at: moment)
            report.media += 1
        }
        return renamed
    }
}

// MARK: - Notes

extension Intake {
    private mutating func add(
        _ note: IntakeMaking.Made,
        _ making: inout IntakeMaking,
        _ schedulers: inout Schedulers,
        _ bulk: inout BulkWriter,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        let given = note.given
        var id = making.id(given)
        var made = note.whole
        while try bulk.contains(id, with: writer) {
            id = NoteID(rawValue: id.rawValue + 1)
            made = nil
        }
        for number in [given.deck] + given.cards.map(\.deck) where !making.knows(number) {
            let deck = try decks.home(number, &recorder, with: writer)
            making.lay(number, in: deck, try schedulers.scheduler(for: deck, in: writer))
        }
        let whole = made ?? making.whole(given, note.type, as: id)
        try bulk.add(whole, with: writer)
        report.added += 1
        rows.notes.append(id)
        rows.tally.changes &+= whole.note.changed.milliseconds
        for (card, log) in whole.cards {
            report.cards += 1
            report.reviews += log.count { $0.kind.grade != nil }
            rows.tally.events += log.count
            rows.tally.suspended += card.marks.isSuspended ? 1 : 0
            rows.tally.flags += Int(card.marks.flag)
        }
    }
}

// MARK: - Notes that are there

extension Intake {
    private mutating func merge(
        _ given: CollectionNote,
        _ type: NoteTypeID,
        into old: Note,
        _ schedulers: inout Schedulers,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        guard old.type == type else {
            return report.leaveOut(
                "“\(old.prompt.prefix(60))” is there already, as another type of note."
            )
        }
        let isSame =
            old.values == given.values && old.tags.keys == given.tags.keys
            && given.wordType ?? old.wordType == old.wordType
            && given.place ?? old.place == old.place
        let isNewer = given.changed.milliseconds > old.changed.milliseconds
        if old.binned == nil, !isSame,
            order.update == .always || (order.update == .newer && isNewer)
        {
            var new = old
            new.values = given.values
            new.tags = given.tags
            new.wordType = given.wordType ?? old.wordType
            new.place = given.place ?? old.place
            new.changed = max(given.changed, old.changed)
            if addedNow.contains(old.id) {
                try writer.update(new)
                rows.tally.changes &+= new.changed.milliseconds &- old.changed.milliseconds
            } else {
                try recorder.put(new, with: writer)
            }
            report.updated += 1
        } else if isSame || old.binned != nil {
            report.same += 1
        } else {
            report.leftAlone += 1
        }
        for card in given.cards {
            try merge(card, of: old, &schedulers, with: writer)
        }
    }

    /// Joins both logs; what is remembered is derived from all of it.
    private mutating func merge(
        _ given: ImportCard,
        of note: Note,
        _ schedulers: inout Schedulers,
        with writer: borrowing Writer
    ) throws {
        let id = CardID(note: note.id, face: given.face)
        let known = try writer.card(of: note.id, face: given.face)
        let before = try known.map { try writer.events(of: $0) } ?? []
        var log = IntakeLog(given, of: id, knownBy: note.guid)
        log.leaveOut(known: before)
        guard !log.events.isEmpty || before.isEmpty && given.state.stage != .new else { return }
        let lies = try known.flatMap { try writer.card($0)?.deck } ?? note.deck
        let scheduler = try schedulers.scheduler(for: lies, in: writer)
        _ = log.settle(given, after: before, by: scheduler)
        guard !log.events.isEmpty else { return }
        let number = try known ?? writer.insertCard(of: note.id, face: given.face)
        for event in log.events {
            let event = try writer.appendAnew(event, of: number)
            if addedNow.contains(note.id) {
                rows.tally.events += 1
            } else {
                rows.events.append(event)
            }
        }
        report.reviews += log.answers
        touched.insert(number)
    }
}

extension [TagName] {
    /// The same for tags that differ in case and order alone.
    fileprivate var keys: Set<String> { Set(map(\.key)) }
}
