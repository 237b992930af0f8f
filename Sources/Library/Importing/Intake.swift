internal import Languages
internal import Notes
internal import Recall
internal import Storage

/// One whole collection of another program on its way into a library, within one transaction.
struct Intake {
    private(set) var report = CollectionReport()

    private let order: CollectionOrder
    private let media: ShippedMedia
    private let moment: Moment
    /// When cards that are put away come back: as the learner's next day begins.
    private let evening: Moment

    private var decks = IntakeDecks()
    private var types = IntakeTypes()
    private var rows = ImportedRows()
    /// Cards that were here and whose logs grew.
    private var touched: Set<CardNumber> = []
    /// Pictures and sounds that are called something else here, because another has their name.
    private var renamed: [String: String] = [:]

    init(
        _ order: CollectionOrder,
        _ media: ShippedMedia,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws {
        self.order = order
        self.media = media
        self.moment = moment
        let boundary = DayBoundary(rollover: try writer.settings().rollover)
        let today = boundary.day(of: moment.milliseconds, offset: order.offset)
        evening = Moment(milliseconds: boundary.start(of: today + 1, offset: order.offset))
    }

    /// Takes all of it.
    mutating func take(
        _ source: some CollectionSource,
        _ ledger: inout Ledger,
        with writer: borrowing Writer,
        progress: Library.Progress
    ) throws {
        try learn(source.parameters, &ledger, with: writer)
        try name(media, with: writer)
        decks = try IntakeDecks(source.decks, into: order.deck, at: moment, writer)
        types = try IntakeTypes(source.types, update: order.update, writer)
        report.decks = try decks.addAll(&ledger, with: writer)
        report.types = try types.addAll(&ledger, with: writer)

        var schedulers = try Schedulers(writer)
        let rules = CollectionRules(
            model: MemoryModel(try writer.parameters()),
            settings: try writer.settings()
        )
        var count = 0
        try source.forEachNote(rules) { note in
            try take(note, &schedulers, &ledger, with: writer)
            count += 1
            if count % 512 == 0 { progress(min(Double(count) / Double(source.noteCount), 1)) }
        }

        try writer.refreshAnswers(of: touched.sorted())
        _ = try writer.refreshStates(of: touched.sorted(), by: &schedulers)
        ledger.imported(rows)
        for line in source.leftOut + media.leftOut { report.leaveOut(line) }
    }

    /// Takes over how the learner forgets, where nobody knows that here and nothing was answered yet.
    private func learn(
        _ parameters: Parameters?,
        _ ledger: inout Ledger,
        with writer: borrowing Writer
    ) throws {
        guard let parameters, try writer.storedParameters() == nil, try writer.answerCount() == 0
        else { return }
        try ledger.replace(.parameters(before: nil, after: parameters.values), with: writer)
    }

    /// Says what the names mean; where one means something else here already, the newcomer gets another.
    private mutating func name(_ media: ShippedMedia, with writer: borrowing Writer) throws {
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
    }
}

// MARK: - Notes

extension Intake {
    private mutating func take(
        _ given: CollectionNote,
        _ schedulers: inout Schedulers,
        _ ledger: inout Ledger,
        with writer: borrowing Writer
    ) throws {
        guard let type = types[given.type] else {
            return report.leaveOut("A note has a type that is not in the file.")
        }
        var given = type.translated(given)
        if !renamed.isEmpty { given.rename(renamed) }
        if let id = try writer.note(knownBy: given.guid), let old = try writer.note(id) {
            try merge(given, type.id, into: old, &schedulers, &ledger, with: writer)
        } else {
            try add(given, type.id, &schedulers, &ledger, with: writer)
        }
    }

    private mutating func add(
        _ given: CollectionNote,
        _ type: NoteTypeID,
        _ schedulers: inout Schedulers,
        _ ledger: inout Ledger,
        with writer: borrowing Writer
    ) throws {
        let deck = try decks.home(given.deck, &ledger, with: writer)
        var id = NoteID(known: given.guid, made: given.made)
        while try writer.isTaken(id) { id = NoteID(rawValue: id.rawValue + 1) }
        let note = Note(
            id: id,
            guid: given.guid,
            type: type,
            deck: deck,
            values: given.values,
            tags: given.tags,
            wordType: given.wordType,
            place: given.place,
            made: given.made,
            changed: given.changed
        )
        try writer.insert(note)
        report.added += 1
        rows.notes.append(id)
        rows.tally.changes &+= note.changed.milliseconds

        var latest: (moment: Moment, event: EventID, grade: Grade)?
        for card in given.cards {
            let answer = try add(card, of: note, &schedulers, &ledger, with: writer)
            guard let answer else { continue }
            if latest.map({ ($0.moment, $0.event) < (answer.moment, answer.event) }) ?? true {
                latest = answer
            }
        }
        if let latest {
            try writer.setAnswer(
                of: id,
                at: latest.moment,
                isRemembered: latest.grade.isRemembered
            )
        }
    }

    /// Adds a card with its log; its latest answer.
    private mutating func add(
        _ given: CollectionCard,
        of note: Note,
        _ schedulers: inout Schedulers,
        _ ledger: inout Ledger,
        with writer: borrowing Writer
    ) throws -> (moment: Moment, event: EventID, grade: Grade)? {
        let lies = try decks.home(given.deck, &ledger, with: writer)
        let id = CardID(note: note.id, face: given.face)
        let scheduler = try schedulers.scheduler(for: lies, in: writer)
        var log = IntakeLog(given, of: id, knownBy: note.guid)
        let state = log.settle(given, by: scheduler)
        var card = ImportedCard(
            id: id,
            marks: CardMarks(
                deck: lies == note.deck ? nil : lies,
                isSuspended: given.isSuspended,
                burial: given.burial,
                buriedUntil: given.burial == nil ? nil : evening,
                flag: given.flag
            ),
            state: state,
            extras: given.extras
        )
        card.position = given.position
        card.answer = log.answer
        let number = try writer.insert(card)
        for event in log.events { _ = try append(event, of: number, with: writer) }
        report.cards += 1
        report.reviews += log.answers
        rows.tally.events += log.events.count
        rows.tally.suspended += given.isSuspended ? 1 : 0
        rows.tally.flags += Int(given.flag)
        return log.answer
    }

    /// Adds an event, under another id where its own is that of another card's.
    private func append(
        _ event: Event,
        of card: CardNumber,
        with writer: borrowing Writer
    ) throws -> EventID {
        var event = event
        while try !writer.append(event, of: card) {
            event.id = EventID(rawValue: event.id.rawValue + 1)
        }
        return event.id
    }
}

// MARK: - Notes that are there

extension Intake {
    private mutating func merge(
        _ given: CollectionNote,
        _ type: NoteTypeID,
        into old: Note,
        _ schedulers: inout Schedulers,
        _ ledger: inout Ledger,
        with writer: borrowing Writer
    ) throws {
        guard old.type == type else {
            return report.leaveOut("“\(old.prompt.prefix(60))” is of another type here, and stays.")
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
            try ledger.put(new, with: writer)
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
        _ given: CollectionCard,
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
            rows.events.append(try append(event, of: number, with: writer))
        }
        report.reviews += log.answers
        touched.insert(number)
    }
}

extension [TagName] {
    /// The same for tags that differ in case and order alone.
    fileprivate var keys: Set<String> { Set(map(\.key)) }
}

extension CollectionNote {
    /// Names pictures and sounds as they are called here.
    fileprivate mutating func rename(_ names: [String: String]) {
        for (field, value) in values where MediaText.mayName(value.text.utf8) {
            let text = MediaText(value.text)
            guard text.references.contains(where: { names[$0.name] != nil }) else { continue }
            values[field]?.text = text.pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .reference(let reference, let source):
                    names[reference.name].map { source.replacing(reference.name, with: $0) }
                        ?? source
                }
            }.joined()
        }
    }
}

extension NoteID {
    /// The name for a note that comes from elsewhere: the same for the same note, wherever it comes to.
    fileprivate init(known guid: NoteGUID, made: Moment) {
        let milliseconds = min(max(made.milliseconds, 1), 1 << 41)
        self.init(rawValue: milliseconds << 21 | Int64(guid.rawValue.utf8.hash & 0x1F_FFFF))
    }
}

extension Sequence<UInt8> {
    /// FNV-1a, the same in every run.
    var hash: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

extension String {
    /// A name of a file for content that must not take this one from what has it.
    fileprivate func distinguished(by hash: MediaHash) -> String {
        let dot = lastIndex(of: ".") ?? endIndex
        return "\(self[..<dot])-\(hash.description.prefix(12))\(self[dot...])"
    }
}
