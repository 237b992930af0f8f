internal import Compression
internal import FoundationEssentials
internal import JSON
package import LibraryValues
internal import Notes
internal import Recall
internal import SQLite

/// Writes notes into a collection that every Anki since 2.1.28 reads, and packs it with its media.
package struct AnkiWriter: ExportedNoteWriter {
    package private(set) var noteCount = 0
    /// The pictures and sounds that notes and templates refer to.
    package private(set) var mediaNames: Set<String> = []

    private let tables: AnkiTables
    private let folder: WorkFolder
    private let isScheduled: Bool
    private let clock: AnkiClock
    private let moment: Int64

    private var header: ExportHeader?
    private var rules: AnkiRules?
    private var decks = AnkiDecks()
    private var models: [NoteTypeID: AnkiModel] = [:]
    private var noteNumbers = TakenNumbers()
    private var cardNumbers = TakenNumbers()
    private var modelNumbers = TakenNumbers()
    private var position = 1

    /// Days count from 1 January 2010, so that none is negative.
    private static let firstDay = 14_610

    /// - Parameters:
    ///   - moment: Now, in milliseconds.
    ///   - offset: How far clocks here are ahead of UTC, in minutes.
    ///   - rollover: How many hours after midnight a day begins.
    package init(
        in folder: WorkFolder,
        isScheduled: Bool,
        at moment: Int64,
        offset: Int,
        rollover: Int
    ) throws {
        self.folder = folder
        self.isScheduled = isScheduled
        self.moment = moment
        clock = AnkiClock(firstDay: Self.firstDay, offset: offset, rollover: rollover)
        tables = try AnkiTables(in: folder.path)
    }

    package mutating func begin(_ header: ExportHeader) throws {
        self.header = header
        noteNumbers = TakenNumbers(capacity: header.noteCount)
        cardNumbers = TakenNumbers(capacity: 2 * header.noteCount)
        let settings = header.settings
        let parameters = header.parameters.flatMap { try? Parameters($0) } ?? .default
        rules = AnkiRules(
            isScheduled: isScheduled,
            learningSteps: settings.learningSteps.seconds.count,
            relearningSteps: settings.relearningSteps.seconds.count,
            retention: settings.retention,
            decay: parameters.forgettingDecay,
            scheduler: Scheduler(model: MemoryModel(parameters), rules: settings.rules)
        )
        decks = AnkiDecks(header.decks, settings, isScheduled: isScheduled, header.parameters)
    }

    package mutating func write(_ exported: ExportedNote) throws {
        guard let header, let type = header.types[exported.note.type] else { return }
        let model = model(of: type, header)
        let number = noteNumbers.take(from: max(exported.note.made.milliseconds, 1))
        try write(exported.note, as: number, model)
        var isAsked = false
        for card in exported.cards {
            guard let ord = model.ord(of: card.face) else { continue }
            try write(card, of: exported.note, as: number, ord)
            isAsked = true
        }
        // In Anki a note's deck is that of its cards, so a note without cards gets one too.
        if !isAsked {
            let face = model.faces.first ?? .cloze(1)
            try write(
                ExportedCard(face: face),
                of: exported.note,
                as: number,
                model.ord(of: face) ?? 0
            )
        }
        position += 1
        noteCount += 1
    }

    /// - Parameter media: Reads the contents of those pictures and sounds that exist.
    package mutating func finish(
        packingInto path: String,
        _ media: (_ names: [String], _ take: (String, [UInt8]) throws -> Void) throws -> Void
    ) throws {
        let settings: JSONValue = [
            "schedVer": 2, "sched2021": true, "dayLearnFirst": false, "timeLim": 0,
            "collapseTime": 1_200, "creationOffset": .integer(Int64(clamping: -clock.offset)),
            "localOffset": .integer(Int64(clamping: -clock.offset)),
            "rollover": .integer(Int64(clamping: clock.boundary.rollover)), "addToCur": true,
            "dueCounts": true, "sortBackwards": false, "curDeck": 1, "estTimes": true,
            "newSpread": 0, "sortType": "noteFld", "nextPos": .integer(Int64(clamping: position)),
            "activeDecks": [1],
        ]
        let types = models.values.map { (String($0.number), $0.json) }
        // No longer needed, and what follows needs the memory.
        (noteNumbers, cardNumbers) = (TakenNumbers(), TakenNumbers())
        let archive = try ZipWriter(path: path)
        try archive.add(named: "collection.anki21", startSize: tables.startSize) { put in
            try tables.finish(passingTo: put) { row in
                row.bind(clock.start(of: 0) / 1_000)
                row.bind(moment)
                row.bind(moment)
                for number in [11, 0, 0, 0] { row.bind(number) }
                row.bind(settings.json)
                row.bind(JSONValue.object(Dictionary(uniqueKeysWithValues: types)).json)
                row.bind(decks.json(at: moment / 1_000))
                row.bind(decks.optionsJSON)
                row.bind("{}")
            }
        }
        var list: [String: JSONValue] = [:]
        try media(mediaNames.sorted()) { name, bytes in
            try archive.add(bytes, named: String(list.count), isPacked: false)
            list[String(list.count)] = .string(name)
        }
        try archive.add(Array(JSONValue.object(list).json.utf8), named: "media", isPacked: true)
        try archive.finish()
        mediaNames = Set(list.values.compactMap(\.text))
    }

    private mutating func model(of type: NoteType, _ header: ExportHeader) -> AnkiModel {
        if let model = models[type.id] { return model }
        let kept = type.anki.flatMap { JSONValue($0.utf8) }?.ankiIdentifier
        let number = modelNumbers.take(
            from: kept
                ?? max(type.id.rawValue >> 21, type.id.rawValue % 1_000 + 1_600_000_000_000)
        )
        let model = AnkiModel(type, number: number, header.languages, at: moment / 1_000)
        models[type.id] = model
        let style = type.style
        mediaNames.formUnion(header.templateMedia.filter { style.contains($0) })
        return model
    }
}

// MARK: - Rows

extension AnkiWriter {
    private mutating func write(_ note: Note, as number: Int64, _ model: AnkiModel) throws {
        let fields = model.parts.map { part -> String in
            switch part {
            case .text(let field): text(note.text(of: field), model)
            case .pronunciation(let field): text(note.values[field]?.pronunciation ?? "", model)
            case .place: note.place.map { "\($0.latitude),\($0.longitude)" } ?? ""
            }
        }
        var tags = note.tags.map(\.text)
        if !isScheduled { tags.removeAll { ["marked", "leech"].contains($0.lowercased()) } }
        if let type = note.wordType, !model.usesHTML { tags.append("omena::\(type.rawValue)") }
        let first = (fields.first ?? "").strippedForSorting
        let sorted =
            switch model.sortField {
            case 0: first
            case let place where fields.indices.contains(place): fields[place].strippedForSorting
            default: ""
            }
        try tables.addNote(
            number,
            sorted: sorted,
            checksum: Int64(clamping: AnkiChecksum.of(first))
        ) { row in
            row.bind(note.guid.rawValue)
            row.bind(model.number)
            row.bind(note.changed.milliseconds / 1_000)
            row.bind(-1)
            row.bind(tags.isEmpty ? "" : " \(tags.joined(separator: " ")) ")
            row.bind(fields.joined(separator: "\u{1F}"))
        }
    }

    private mutating func write(
        _ card: ExportedCard,
        of note: Note,
        as number: Int64,
        _ ord: Int
    ) throws {
        guard let rules else { return }
        let kept = card.extras.flatMap { StoredAnkiCard($0) }
        let row = AnkiCard(
            card,
            kept,
            id: cardNumbers.take(from: max(kept?.id ?? number + Int64(clamping: ord), 1)),
            note: number,
            deck: decks.number(of: card.marks.deck ?? note.deck),
            ord: ord,
            position: card.position ?? position,
            changed: note.changed.milliseconds / 1_000,
            clock,
            rules
        )
        try tables.add(row)
        guard isScheduled else { return }
        for entry in AnkiLogEntry.entries(of: card, note: note.id, clock, rules) {
            try tables.add(entry, of: row.id)
        }
    }

    /// A text as HTML; collects the media it refers to.
    private mutating func text(_ text: String, _ model: AnkiModel) -> String {
        if MediaText.mayName(text.utf8) {
            mediaNames.formUnion(MediaText(text).references.map(\.name))
        }
        return model.usesHTML ? text : AnkiMarkup.html(of: text)
    }
}

extension String {
    /// The text that Anki sorts and compares by: without tags, but with the names of pictures.
    fileprivate var strippedForSorting: String {
        guard utf8.contains(UInt8(ascii: "<")) || utf8.contains(UInt8(ascii: "&")) else {
            return self
        }
        let named = MediaText(self).pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .reference(let reference, _) where reference.kind == .picture:
                " \(reference.name) "
            case .reference(_, let source): source
            }
        }.joined()
        return named.withoutMarkup
    }
}
