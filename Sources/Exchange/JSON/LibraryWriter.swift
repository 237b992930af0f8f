internal import FoundationEssentials
internal import Glibc
internal import Library
internal import Notes
internal import Recall

/// Writes a library as Omena's own JSON, a note at a time.
struct LibraryWriter: CollectionSink {
    private let file: UnsafeMutablePointer<FILE>
    private let isScheduled: Bool
    /// Gives the file that a deck came from.
    private let keptFile: (DeckName) throws -> (file: ImportedFile, bytes: [UInt8])?
    private let encoder = JSONEncoder()
    private var decks: [DeckID: String] = [:]
    private var mediaNames: Set<String> = []
    private(set) var noteCount = 0
    private(set) var mediaCount = 0

    init(
        _ file: UnsafeMutablePointer<FILE>,
        isScheduled: Bool,
        keptFile: @escaping (DeckName) throws -> (file: ImportedFile, bytes: [UInt8])?
    ) {
        self.file = file
        self.isScheduled = isScheduled
        self.keptFile = keptFile
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    mutating func begin(_ head: ExportHeader) throws {
        decks = Dictionary(uniqueKeysWithValues: head.decks.map { ($0.id, $0.name.text) })
        mediaNames.formUnion(head.templateMedia)
        try write(#"{"format":"omena","version":\#(LibraryReader.version)"#)
        if isScheduled, let parameters = head.parameters {
            try write(",\n\"parameters\":")
            try write(parameters)
        }
        try write(",\n\"settings\":")
        try write(head.settings)
        try write("decks", head.decks.lazy, written)
        try write("noteTypes", head.types.values.sorted { $0.id < $1.id }) { $0 }
        try write(",\n\"notes\":[")
    }

    mutating func take(_ lent: ExportedNote) throws {
        let note = lent.note
        for value in note.values.values {
            mediaNames.formUnion(MediaText(value.text).references.map(\.name))
        }
        let cards = isScheduled ? lent.cards.compactMap(written) : []
        try write(noteCount == 0 ? "\n" : ",\n")
        try write(
            WrittenNote(
                id: note.id,
                guid: note.guid,
                type: note.type,
                deck: decks[note.deck] ?? "",
                fields: note.values,
                tags: note.tags.isEmpty ? nil : note.tags.map(\.text),
                wordType: note.wordType,
                latitude: note.place?.latitude,
                longitude: note.place?.longitude,
                made: note.made,
                changed: note.changed,
                suspended: isScheduled && lent.isSuspended ? true : nil,
                cards: cards.isEmpty ? nil : cards
            )
        )
        noteCount += 1
    }

    /// Ends the file with the pictures and sounds that its notes name.
    ///
    /// - Parameter media: Gives their contents, as far as there are any.
    mutating func finish(
        _ media: (_ names: [String], _ take: (String, [UInt8]) throws -> Void) throws -> Void
    ) throws {
        try write("\n],\n\"media\":[")
        try media(mediaNames.sorted()) { name, bytes in
            try write(mediaCount == 0 ? "\n" : ",\n")
            try write(WrittenMedium(name: name, bytes: Data(bytes).base64EncodedString()))
            mediaCount += 1
        }
        try write("\n]}\n")
    }

    private func written(_ deck: Deck) throws -> WrittenDeck {
        var written = WrittenDeck(name: deck.name.text, settings: deck.settings)
        written.settings.file = nil
        if deck.settings.file != nil, let (file, bytes) = try keptFile(deck.name) {
            written.file = WrittenFile(
                bytes: Data(bytes).base64EncodedString(),
                names: file.names.isEmpty ? nil : file.names
            )
        }
        return written
    }

    /// Nil for a card of which nothing was ever said.
    private func written(_ card: ExportedCard) -> WrittenCard? {
        let whole = card.takenBack.isEmpty ? card.log : card.log + card.takenBack
        let log = whole.sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }.map { WrittenEvent($0) }
        let marks = card.marks
        guard !log.isEmpty || marks != CardMarks() || card.extras != nil || card.position != nil
        else { return nil }
        return WrittenCard(
            face: card.face,
            deck: marks.deck.flatMap { decks[$0] },
            position: card.position,
            isSuspended: marks.isSuspended ? true : nil,
            burial: marks.burial,
            buriedUntil: marks.burial == nil ? nil : marks.buriedUntil,
            leech: card.leechLapses == 0 ? nil : card.leechLapses,
            flag: marks.flag == 0 ? nil : marks.flag,
            extras: card.extras,
            state: card.state == .new ? nil : card.state,
            log: log.isEmpty ? nil : log
        )
    }

    private func write<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ written: (Element) throws -> some Encodable
    ) throws {
        try write(",\n\"\(name)\":[")
        for (place, element) in elements.enumerated() {
            try write(place == 0 ? "\n" : ",\n")
            try write(try written(element))
        }
        try write("\n]")
    }

    private func write(_ value: some Encodable) throws { try write([UInt8](encoder.encode(value))) }

    private func write(_ text: String) throws { try write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) throws {
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WriteError() }
    }

    /// The disk takes no more.
    struct WriteError: Error {}
}
