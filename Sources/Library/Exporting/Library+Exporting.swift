internal import Languages
package import LibraryValues
package import Notes
internal import Storage
internal import Threads

extension Library {
    /// Exports notes with their cards and logs, all as of one moment.
    ///
    /// They are read on several threads while the writer works.
    ///
    /// - Parameter withCards: Whether cards and logs are read too, which takes most of the time.
    package func exportNotes(
        _ scope: ExportScope,
        withCards: Bool = true,
        to noteWriter: inout some ExportedNoteWriter,
        timeZoneOffset minutes: Int = 0,
        progress: Watch = { _ in }
    ) throws(LibraryError) {
        try translatingErrors {
            try database.read(on: min(ParallelFor.cores, Self.mostReaders)) { readers in
                let (header, notes, exporter) = try readers.read(0) { reader in
                    try prepare(scope, withCards: withCards, offset: minutes, with: reader)
                }
                try noteWriter.begin(header)
                try OrderedParallelMap.run(size: readers.count) { put in
                    for start in stride(from: 0, to: notes.count, by: Self.notesAtOnce) {
                        try put(start..<min(start + Self.notesAtOnce, notes.count))
                    }
                } transform: { worker, range in
                    let exported = try readers.read(worker) { reader in
                        try exporter.notes(Array(notes[range]), with: reader)
                    }
                    return (exported, range.upperBound)
                } consume: { (exported: [ExportedNote], end: Int) in
                    for note in exported { try noteWriter.write(note) }
                    try progress(Double(end) / Double(notes.count))
                }
            }
        }
    }

    private static let notesAtOnce = 64
    /// More threads would only wait for the writer.
    private static let mostReaders = 3

    private func prepare(
        _ scope: ExportScope,
        withCards: Bool,
        offset minutes: Int,
        with reader: borrowing Reader
    ) throws -> (ExportHeader, [NoteID], NoteExporter) {
        let notes = try notes(in: scope, with: reader, offset: minutes)
        let allTypes = try reader.noteTypes()
        let allDecks = try reader.decks()
        let pairs = ChosenPairs(allDecks)
        var (types, decks) = (allTypes, allDecks)
        if !scope.isWhole {
            let needed = try reader.decksAndTypes(of: notes)
            types = allTypes.filter { needed.types.contains($0.key) }
            decks = Self.decks(needed.decks, in: scope, of: allDecks)
        }
        let templates = types.values.map(\.style).joined()
        let header = ExportHeader(
            decks: decks,
            types: types,
            isWhole: scope.isWhole,
            parameters: try reader.storedParameters(),
            settings: try reader.settings(),
            languages: try languages(of: notes, pairs, with: reader),
            noteCount: notes.count,
            templateMedia: try reader.media().keys
                .filter { $0.hasPrefix("_") && (scope.isWhole || templates.contains($0)) }
                .sorted()
        )
        let exporter = NoteExporter(
            makers: types.mapValues { CardGenerator($0) },
            pairs: pairs,
            withCards: withCards
        )
        return (header, notes, exporter)
    }

    /// The decks that notes and their cards are in, those of the scope, and those around them.
    ///
    /// The files that decks came from hold the notes of these decks, so only decks that are exported whole keep theirs.
    private static func decks(
        _ needed: Set<DeckID>,
        in scope: ExportScope,
        of all: [Deck]
    ) -> [Deck] {
        let hierarchy = DeckHierarchy(all)
        let chosen = all.filter { scope.includes($0) }
        let used = all.filter { needed.contains($0.id) } + chosen
        let around = used.flatMap { hierarchy.decks(around: $0) }
        let exported = Set((used + around).map(\.id))
        return all.filter { exported.contains($0.id) }.map { deck in
            var deck = deck
            if !scope.includes(deck) { deck.settings.file = nil }
            return deck
        }
    }

    package var moment: Moment { now() }

    /// Exports the pictures and sounds of these names, in their order, without those that do not exist.
    package func exportMedia(
        _ names: [String],
        to body: (_ name: String, _ bytes: [UInt8]) throws -> Void
    ) throws {
        var failure: (any Error)?
        do {
            try translatingErrors {
                let known = try database.read { reader in
                    try names.compactMap { name in
                        try reader.mediaHash(of: MediaReference(.picture, name: name))
                            .map { (name: name, hash: $0) }
                    }
                }
                try media.existing()?.forEachContent(of: known.map(\.hash)) { index, bytes in
                    do {
                        try body(known[index].name, bytes)
                    } catch {
                        failure = error
                        throw error
                    }
                }
            }
        } catch {
            throw failure ?? error
        }
    }

    private func notes(
        in scope: ExportScope,
        with reader: borrowing Reader,
        offset minutes: Int
    ) throws -> [NoteID] {
        switch scope {
        case .all: return try reader.notes()
        case .deck(let name):
            let decks = try reader.decks().filter { name.includes($0.name) }
            guard !decks.isEmpty else { throw Self.noDeck(name) }
            return try reader.notes(in: decks.map(\.id))
        case .found(let query):
            let found = try reader.search(
                SearchQuery(query),
                limit: Int(Int32.max),
                isCounted: false,
                on: try searchDay(reader, offset: minutes)
            )
            return found.notes.sorted()
        }
    }

    static func noDeck(_ deck: DeckName) -> LibraryError {
        .refused("There is no deck “\(deck.text)”.")
    }

    private func languages(
        of notes: [NoteID],
        _ pairs: ChosenPairs,
        with reader: borrowing Reader
    ) throws -> ExportLanguages {
        var languages = ExportLanguages()
        let all = try reader.notes(of: NoteType.languages.id, limit: .max)
        guard !all.isEmpty else { return languages }
        let exported = Set(notes)
        var rest = all.filter(exported.contains)[...]
        while !rest.isEmpty {
            for kept in try reader.noteRecords(Array(rest.prefix(Self.notesAtOnce)), with: .cards) {
                let asked = kept.cards.map(\.face)
                languages.add(kept.note, asked + pairs.faces(of: kept.note, asked: asked))
            }
            rest = rest.dropFirst(Self.notesAtOnce)
        }
        return languages.sorted()
    }
}

private struct NoteExporter: Sendable {
    let makers: [NoteTypeID: CardGenerator]
    let pairs: ChosenPairs
    let withCards: Bool

    func notes(_ ids: [NoteID], with reader: borrowing Reader) throws -> [ExportedNote] {
        try reader.noteRecords(ids, with: withCards ? .logs : .notes).compactMap { kept in
            guard let maker = makers[kept.note.type] else { return nil }
            return ExportedNote(
                note: kept.note,
                isSuspended: kept.isSuspended,
                cards: withCards ? cards(of: kept, maker) : []
            )
        }
    }

    /// All cards that a note has or could have; for languages only those that were asked or chosen.
    private func cards(of kept: NoteRecord, _ maker: CardGenerator) -> [ExportedCard] {
        let known = kept.cards.map(\.face)
        let faces =
            maker.type.cards == .languages
            ? pairs.faces(of: kept.note, asked: known).filter { !known.contains($0) }
            : maker.faces(of: kept.note, besides: known)
        var cards = kept.cards.map(ExportedCard.init)
        cards += faces.lazy.map { ExportedCard(face: $0) }
        return cards
    }
}

extension ExportedCard {
    fileprivate init(_ kept: CardRecord) {
        self.init(face: kept.face, events: kept.log)
        marks = kept.marks
        leechLapses = kept.leechLapses
        position = kept.position
        extras = kept.extras
        state = kept.state
    }
}
