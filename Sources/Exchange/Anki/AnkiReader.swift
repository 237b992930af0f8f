internal import FoundationEssentials
internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall
internal import SQLite
internal import Threads

final class AnkiReader: Sendable {
    private let package: AnkiPackage
    private let connection: Locked<Connection>
    private let clock: AnkiClock
    private let collection: AnkiCollection
    private let media: [String: AnkiPackage.Medium]
    /// The names of decks that are not filtered, by Anki's numbers.
    private let decks: [Int64: DeckName]
    /// The numbers of cloze types.
    private let clozes: Set<Int64>
    /// Types that were exported to Anki from here.
    private let marked: [Int64: MarkedType]
    private let noteCount: Int

    /// - Parameters:
    ///   - offset: How far clocks here are ahead of UTC, in minutes.
    ///   - rollover: How many hours after midnight a day begins here; packages do not say when it does in Anki.
    init(_ package: AnkiPackage, offset: Int, rollover: Int) throws(ExchangeError) {
        self.package = package
        do {
            let connection = try Connection(
                path: package.collectionPath,
                access: .copy,
                applicationID: 0
            )
            try Self.prepare(connection)
            collection = try AnkiCollection(connection)
            clock = AnkiClock(
                created: collection.created,
                settings: collection.settings,
                here: offset,
                rollover: rollover
            )
            marked = Dictionary(
                collection.types.compactMap { type in
                    MarkedType(type).map { (type.number("id"), $0) }
                },
                uniquingKeysWith: { $1 }
            )
            clozes = Set(
                collection.types.filter { $0.number("type") == 1 }.map { $0.number("id") }
            )
            decks = Dictionary(
                collection.decks.filter { $0.number("dyn") == 0 }
                    .map { ($0.number("id"), DeckName(anki: $0.text("name"))) },
                uniquingKeysWith: { $1 }
            )
            noteCount = try connection.row("SELECT count(*) FROM notes") { $0.int(0) } ?? 0
            self.connection = Locked(connection)
        } catch {
            throw ExchangeError(error, file: package.name)
        }
        media = Dictionary(package.media.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Refuses anything but tables, and makes sure that cards are found by their notes quickly.
    private static func prepare(_ connection: Connection) throws {
        try connection.execute(script: "PRAGMA cell_size_check = ON")
        let odd = try connection.row(
            """
            SELECT name
            FROM sqlite_schema
            WHERE type IN ('view', 'trigger')
            OR sql LIKE 'CREATE VIRTUAL%'
            OR sql LIKE '%GENERATED ALWAYS%'
            LIMIT 1
            """
        ) { $0.text(0) }
        if let odd { throw PackageFlaw.damaged(odd) }
        try connection.execute(
            script: "CREATE INDEX IF NOT EXISTS ix_cards_nid ON cards (nid)"
        )
    }

    /// - Parameter container: The deck that all decks are put into; nil to leave them where they are.
    func batch(into container: DeckName?, update: UpdateRule) -> ImportBatch {
        var batch = ImportBatch(
            file: package.name,
            into: container ?? decks[1] ?? DeckName(anki: "Default"),
            noteCount: noteCount,
            update: update
        ) { [self] rules, body in
            // What the receiver of the items throws is not a flaw of the package.
            var isInBody = false
            do {
                try connection.withLock { connection in
                    try forEachItem(connection, rules) { item in
                        isInBody = true
                        try body(item)
                        isInBody = false
                    }
                }
            } catch  where !isInBody {
                throw ExchangeError(error, file: package.name)
            }
        }
        batch.container = container
        batch.isCollection = true
        batch.decks = collection.decks.filter { $0.number("dyn") == 0 }
            .map { ImportDeck(anki: $0, collection.options) }
        batch.types = collection.types.map { ImportNoteType(anki: $0) }
        var settings = collection.studySettings
        settings.raiseLimits(to: &batch.decks)
        batch.settings = settings
        batch.parameters = collection.parameters
        batch.media = ImportMedia(names: media.keys.sorted()) { [self] name, limit in
            try media[name].flatMap { try package.bytes(of: $0, limit: limit) }
        }
        return batch
    }

    private func forEachItem(
        _ connection: Connection,
        _ rules: ImportRules,
        _ body: (ImportItem) throws -> Void
    ) throws {
        for line in package.leftOut { try body(.leftOut(line)) }
        // Each is reported once.
        var oddTags: Set<String> = []
        var guids: Set<NoteGUID> = []
        for stretch in try AnkiLog.stretches(connection) {
            let log = try AnkiLog(ofNotes: stretch, connection)
            func finish(_ read: ReadNote) throws {
                var note = whole(read, log, rules)
                // In Anki, two notes may have the same guid.
                var guid = read.guid
                if !guids.insert(guid).inserted {
                    guid = NoteGUID(rawValue: "\(guid.rawValue)/\(read.number)")
                    guids.insert(guid)
                }
                note.identity = .guid(guid)
                for tag in read.oddTags where oddTags.insert(tag).inserted {
                    try body(.leftOut("“\(tag.shortened)” can’t be used as a tag."))
                }
                try body(.note(note))
            }
            var read: ReadNote?
            try connection.forEach(
                """
                SELECT cards.id, cards.nid, cards.did, cards.ord, cards.mod, cards.type, cards.queue, cards.due,
                    cards.ivl, cards.factor, cards.reps, cards.lapses, cards.left, cards.odue, cards.odid,
                    cards.flags, cards.data,
                    notes.id, notes.guid, notes.mid, notes.mod, notes.tags, notes.flds
                FROM notes
                LEFT JOIN cards ON cards.nid = notes.id
                WHERE notes.id BETWEEN :first AND :last
                ORDER BY notes.id
                """,
                ["first": stretch.lowerBound, "last": stretch.upperBound]
            ) { row in
                if let last = read, last.number != row.int64(AnkiCard.columns) {
                    try finish(last)
                    read = nil
                }
                if read == nil { read = note(row) }
                if !row.isNull(0) { read?.cards.append(AnkiCard(row)) }
            }
            if let read { try finish(read) }
        }
    }

    private struct ReadNote {
        let number: Int64
        let guid: NoteGUID
        let type: Int64
        var note: ImportNote
        var oddTags: [String] = []
        var cards: [AnkiCard] = []
    }

    /// Reads the columns after those of a card: id, guid, mid, mod, tags, flds.
    private func note(_ row: borrowing Row) -> ReadNote {
        let first = AnkiCard.columns
        let number = row.int64(first)
        let type = row.int64(first + 2)
        let texts = row.text(first + 5).utf8.split(
            separator: 0x1F,
            omittingEmptySubsequences: false
        )
        .map { String(Substring($0)) }
        let mark = marked[type]
        var values = [FieldID: FieldValue](minimumCapacity: min(texts.count, 64))
        for (place, text) in texts.enumerated() where mark == nil && !text.isEmpty {
            values[.number(place + 1)] = FieldValue(text)
        }
        let guid = row.text(first + 1)
        var read = ReadNote(
            number: number,
            guid: NoteGUID(rawValue: guid.isEmpty ? "anki/\(number)" : guid),
            type: type,
            note: ImportNote(.none, type: NoteTypeID(rawValue: type), values: values)
        )
        for word in Self.words(row.text(first + 4)) {
            if mark != nil, let type = MarkedType.wordType(word) {
                read.note.wordType = type
            } else if let tag = TagName(word) {
                read.note.tags.append(tag)
            } else {
                read.oddTags.append(String(word))
            }
        }
        read.note.hasAllFields = true
        read.note.hasAllTags = true
        read.note.made = Moment(milliseconds: min(max(number, 1), 4_102_444_800_000))
        read.note.changed = Moment(
            milliseconds: AnkiClock.moment(ofSecond: row.int64(first + 3))
        )
        mark?.fill(&read.note, with: texts)
        return read
    }

    /// The tags in a line, separated by spaces or, as in Anki, ideographic spaces.
    private static func words(_ tags: String) -> [Substring] {
        tags.unicodeScalars.split { $0 == " " || $0 == "\u{3000}" }.map { Substring($0) }
    }

    private func whole(
        _ read: ReadNote,
        _ log: AnkiLog,
        _ rules: ImportRules
    ) -> ImportNote {
        var note = read.note
        let mark = marked[read.type]
        let isCloze = clozes.contains(read.type)
        note.cards = read.cards.sorted { $0.ord < $1.ord }.compactMap { card in
            let face = mark?.face(Int(clamping: card.ord)) ?? card.face(ofCloze: isCloze)
            return face.map { self.card(card, $0, log[card.id], rules) }
        }
        note.deck = note.cards.first?.deck
        // In Anki every note has a card, if only to know its deck.
        if mark != nil { note.cards.removeAll { $0.asksNothing(of: note.values) } }
        return note
    }

    private func card(
        _ card: AnkiCard,
        _ face: Face,
        _ reviews: [AnkiLogEntry],
        _ rules: ImportRules
    ) -> ImportCard {
        let known = AnkiCardData(card.data)
        let state = card.state(
            known,
            clock,
            lastReview: reviews.last { $0.isAnswer }?.moment,
            steps: (
                rules.settings.learningSteps.seconds.count,
                rules.settings.relearningSteps.seconds.count
            ),
            sm2: { interval, ease in
                rules.model.memory(
                    interval: interval,
                    ease: ease,
                    retention: rules.settings.retention
                )
            }
        )
        var given = ImportCard(
            face: face,
            deck: decks[card.home] ?? decks[1],
            state: state,
            hasMemory: known.memory != nil
        )
        given.isSuspended = card.isSuspended
        given.burial = card.burial
        given.flag = card.flag
        given.position = card.type == 0 ? Int(clamping: card.homeDue) : nil
        given.extras = StoredAnkiCard(card, clock).json
        given.log = reviews.compactMap { $0.event(clock) }
        given.log.keepLastPromise(of: state)
        return given
    }
}

extension ImportCard {
    /// Whether nothing is known of it and its note lacks one of its languages.
    fileprivate func asksNothing(of values: [FieldID: FieldValue]) -> Bool {
        guard case .languages(let from, let to) = face, state.stage == .new, log.isEmpty,
            !isSuspended, burial == nil, flag == 0
        else { return false }
        return from == to || values[.language(from)] == nil || values[.language(to)] == nil
    }
}

extension [ImportEvent] {
    /// Takes the last due date from the card's state, which is more precise than the log.
    fileprivate mutating func keepLastPromise(of state: CardState) {
        guard let place = indices.last, let due = state.due.map(Moment.init(milliseconds:)) else {
            return
        }
        switch self[place].kind {
        case .review(let grade, _, _) where due > self[place].moment:
            self[place].kind = .review(grade, due: due)
        case .setState(.redated): self[place].kind = .setState(.redated(due))
        default: break
        }
    }
}
