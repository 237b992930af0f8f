internal import Languages
package import Notes
internal import Recall
internal import Storage
internal import Threads

extension Library {
    /// Lends notes with their cards and logs, as they are at one moment.
    ///
    /// They are read on several threads while the sink works.
    ///
    /// - Parameters:
    ///   - withCards: Whether cards and logs are lent too, which takes most of the time.
    ///   - progress: Is told, now and then, how much is done.
    package func lend(
        _ part: ExportScope,
        withCards: Bool = true,
        to sink: inout some CollectionSink,
        timeZoneOffset minutes: Int = 0,
        progress: Watch = { _ in }
    ) throws(LibraryError) {
        try translatingErrors {
            try database.read(on: min(ParallelFor.cores, Self.mostReaders)) { readers in
                let (head, notes, lender) = try readers.read(0) { reader in
                    try self.head(part, withCards: withCards, offset: minutes, with: reader)
                }
                try sink.begin(head)
                try OrderedParallelMap.run(size: readers.count) { put in
                    for start in stride(from: 0, to: notes.count, by: Self.lentAtOnce) {
                        try put(start..<min(start + Self.lentAtOnce, notes.count))
                    }
                } transform: { worker, places in
                    let lent = try readers.read(worker) { reader in
                        try lender.notes(Array(notes[places]), with: reader)
                    }
                    return (lent, places.upperBound)
                } consume: { (lent: [ExportedNote], end: Int) in
                    for note in lent { try sink.take(note) }
                    try progress(Double(end) / Double(notes.count))
                }
            }
        }
    }

    private static let lentAtOnce = 64
    /// More would wait for the sink.
    private static let mostReaders = 3

    private func head(
        _ part: ExportScope,
        withCards: Bool,
        offset minutes: Int,
        with reader: borrowing Reader
    ) throws -> (ExportHeader, [NoteID], Lender) {
        let notes = try notes(of: part, with: reader, offset: minutes)
        let types = try reader.noteTypes()
        let decks = try reader.decks()
        let pairs = ChosenPairs(decks)
        let head = ExportHeader(
            decks: decks,
            types: types,
            parameters: try reader.storedParameters(),
            settings: try reader.settings(),
            languages: try languages(of: notes, pairs, with: reader),
            noteCount: notes.count,
            templateMedia: try reader.media().keys.filter { $0.hasPrefix("_") }.sorted()
        )
        let lender = Lender(
            makers: types.mapValues { CardMaker($0) },
            pairs: pairs,
            withCards: withCards
        )
        return (head, notes, lender)
    }

    /// Now, by the library's clock.
    package var moment: Moment { now() }

    /// Lends the contents that names mean, in the order of the names, without those that mean none.
    package func lendMedia(
        _ names: [String],
        to take: (_ name: String, _ bytes: [UInt8]) throws -> Void
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
                try media.existing()?.lend(known.map(\.hash)) { place, bytes in
                    do {
                        try take(known[place].name, bytes)
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
        of part: ExportScope,
        with reader: borrowing Reader,
        offset minutes: Int
    ) throws -> [NoteID] {
        switch part {
        case .all: return try reader.notes()
        case .deck(let name):
            let decks = try reader.decks().filter { name.includes($0.name) }
            guard !decks.isEmpty else {
                throw LibraryError.refused("There is no deck “\(name.text)”.")
            }
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

    private func languages(
        of notes: [NoteID],
        _ pairs: ChosenPairs,
        with reader: borrowing Reader
    ) throws -> ExportLanguages {
        var languages = ExportLanguages()
        let all = try reader.notes(of: NoteType.languages.id, limit: .max)
        guard !all.isEmpty else { return languages }
        let lent = Set(notes)
        var rest = all.filter(lent.contains)[...]
        while !rest.isEmpty {
            for kept in try reader.keptNotes(Array(rest.prefix(Self.lentAtOnce)), with: .cards) {
                let asked = kept.cards.map(\.face)
                languages.add(kept.note, asked + pairs.faces(of: kept.note, asked: asked))
            }
            rest = rest.dropFirst(Self.lentAtOnce)
        }
        return languages.sorted()
    }
}

/// Puts together what is lent of notes.
private struct Lender: Sendable {
    let makers: [NoteTypeID: CardMaker]
    let pairs: ChosenPairs
    let withCards: Bool

    func notes(_ ids: [NoteID], with reader: borrowing Reader) throws -> [ExportedNote] {
        try reader.keptNotes(ids, with: withCards ? .logs : .notes).compactMap { kept in
            guard let maker = makers[kept.note.type] else { return nil }
            return ExportedNote(
                note: kept.note,
                isSuspended: kept.isSuspended,
                cards: withCards ? cards(of: kept, maker) : []
            )
        }
    }

    /// The cards that a note has, and those that it could have; of languages those alone that were asked or chosen.
    private func cards(of kept: KeptNote, _ maker: CardMaker) -> [ExportedCard] {
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
