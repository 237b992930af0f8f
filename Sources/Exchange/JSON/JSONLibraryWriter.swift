internal import FoundationEssentials
internal import JSON
package import LibraryValues
package import Notes
internal import Recall

/// Writes Omena's own JSON, a note at a time.
package struct JSONLibraryWriter: ExportedNoteWriter {
    private let file: OutputFile
    private let isScheduled: Bool
    /// The deck of a class that is written, with the decks inside it; nil for anything else.
    private let root: DeckName?
    /// Reads the file that a deck came from.
    private let storedFile: (DeckName) throws -> (file: ImportedFile, bytes: [UInt8])?
    private var decks: [DeckID: String] = [:]
    package private(set) var mediaNames: Set<String> = []
    package private(set) var noteCount = 0
    package private(set) var mediaCount = 0

    package init(
        path: String,
        isScheduled: Bool,
        root: DeckName? = nil,
        storedFile: @escaping (DeckName) throws -> (file: ImportedFile, bytes: [UInt8])?
    ) throws {
        file = try OutputFile(path: path)
        self.isScheduled = isScheduled
        self.root = root
        self.storedFile = storedFile
    }

    package mutating func begin(_ header: ExportHeader) throws {
        let written = header.decks.filter { root?.includes($0.name) != false }
        decks = Dictionary(uniqueKeysWithValues: written.map { ($0.id, name(of: $0).text) })
        mediaNames.formUnion(header.templateMedia)
        try write(#"{"format":"omena","version":\#(JSONLibraryReader.version)"#)
        if isScheduled, let parameters = header.parameters {
            try write(",\n\"parameters\":")
            try write(parameters)
        }
        if header.isWhole {
            try write(",\n\"settings\":")
            try write(header.settings)
        }
        try write("decks", written.lazy, self.written)
        try write("noteTypes", header.types.values.sorted { $0.id < $1.id }) { $0 }
        try write(",\n\"notes\":[")
    }

    package mutating func write(_ exported: ExportedNote) throws {
        let note = exported.note
        for value in note.values.values {
            mediaNames.formUnion(MediaText(value.text).references.map(\.name))
        }
        let cards = isScheduled ? exported.cards.compactMap(written) : []
        try write(noteCount == 0 ? "\n" : ",\n")
        try write(
            JSONNote(
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
                suspended: isScheduled && exported.isSuspended ? true : nil,
                cards: cards.isEmpty ? nil : cards
            )
        )
        noteCount += 1
    }

    /// Writes the pictures and sounds that notes refer to, and ends the file.
    ///
    /// - Parameter media: Reads the contents of those that exist.
    package mutating func finish(
        _ media: (_ names: [String], _ take: (String, [UInt8]) throws -> Void) throws -> Void
    ) throws {
        try write("\n],\n\"media\":[")
        try media(mediaNames.sorted()) { name, bytes in
            try write(mediaCount == 0 ? "\n" : ",\n")
            try write(JSONMedium(name: name, bytes: Data(bytes).base64EncodedString()))
            mediaCount += 1
        }
        try write("\n]}\n")
        try file.close()
    }

    private func written(_ deck: Deck) throws -> JSONDeck {
        var written = JSONDeck(name: name(of: deck).text, settings: deck.settings)
        written.settings.file = nil
        guard root == nil else {
            written.settings = deck.settings.ofContent
            return written
        }
        if deck.settings.file != nil, let (file, bytes) = try storedFile(deck.name) {
            written.file = JSONFile(
                bytes: Data(bytes).base64EncodedString(),
                names: file.names.isEmpty ? nil : file.names
            )
        }
        return written
    }

    /// Its name in the file, where the deck of a class is not inside others.
    private func name(of deck: Deck) -> DeckName {
        guard let root, let outermost = DeckName(root.last) else { return deck.name }
        return deck.name.moved(from: root, to: outermost) ?? outermost
    }

    /// Nil for a card that was never asked or marked.
    private func written(_ card: ExportedCard) -> JSONCard? {
        let whole = card.retracted.isEmpty ? card.log : card.log + card.retracted
        let log = whole.sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }.map { JSONEvent($0) }
        let marks = card.marks
        guard !log.isEmpty || marks != CardMarks() || card.extras != nil || card.position != nil
        else { return nil }
        return JSONCard(
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

    private func write(_ value: some Encodable) throws { try write(JSONCoding.encode(value)) }

    private func write(_ text: String) throws { try write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) throws { try file.write(bytes) }
}
