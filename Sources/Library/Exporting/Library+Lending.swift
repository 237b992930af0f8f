internal import Languages
package import Notes
internal import Recall
internal import Storage
internal import Threads

extension Library {
    /// Lends notes with their cards and logs, as they are at one moment.
    ///
    /// They are read on a thread of their own while the sink works.
    ///
    /// - Parameters:
    ///   - withCards: Whether cards and logs are lent too, which takes most of the time.
    ///   - progress: Is told, now and then, how much is done.
    public func lend(
        _ part: LentPart,
        withCards: Bool = true,
        to sink: inout some CollectionSink,
        timeZoneOffset minutes: Int = 0,
        progress: Watch = { _ in }
    ) throws(LibraryError) {
        try translatingErrors {
            try Conveyor.run(room: 4) { put in
                try self.lend(part, withCards: withCards, offset: minutes, put)
            } _: { (load: Load) in
                switch load {
                case .head(let head): try sink.begin(head)
                case .notes(let notes, let share):
                    for note in notes { try sink.take(note) }
                    try progress(share)
                }
            }
        }
    }

    /// What is handed over at a time.
    private enum Load: Sendable {
        case head(LentHead)
        case notes([LentNote], share: Double)
    }

    private static let lentAtOnce = 128

    private func lend(
        _ part: LentPart,
        withCards: Bool,
        offset minutes: Int,
        _ put: Conveyor.Put<Load>
    ) throws {
        try database.read { reader in
            let notes = try notes(of: part, with: reader, offset: minutes)
            let types = try reader.noteTypes()
            let decks = try reader.decks()
            var pairs = ChosenPairs(decks)
            try put(
                .head(
                    LentHead(
                        decks: decks,
                        types: types,
                        parameters: try reader.storedParameters(),
                        settings: try reader.settings(),
                        languages: try languages(of: notes, &pairs, with: reader),
                        noteCount: notes.count,
                        templateMedia: try reader.media().keys.filter { $0.hasPrefix("_") }
                            .sorted()
                    )
                )
            )
            var makers: [NoteTypeID: CardMaker] = [:]
            for start in stride(from: 0, to: notes.count, by: Self.lentAtOnce) {
                let end = min(start + Self.lentAtOnce, notes.count)
                let kept = try reader.keptNotes(
                    Array(notes[start..<end]),
                    with: withCards ? .logs : .notes
                )
                let load = kept.compactMap { kept -> LentNote? in
                    guard let type = types[kept.note.type] else { return nil }
                    let maker = makers[type.id] ?? CardMaker(type)
                    makers[type.id] = maker
                    return LentNote(
                        note: kept.note,
                        isSuspended: kept.isSuspended,
                        cards: withCards ? cards(of: kept, maker, &pairs) : []
                    )
                }
                try put(.notes(load, share: Double(end) / Double(notes.count)))
            }
        }
    }

    /// Now, by the library's clock.
    package var moment: Moment { now() }

    /// The content that a name means, if it means any.
    public func medium(named name: String) throws(LibraryError) -> [UInt8]? {
        try translatingErrors {
            let hash = try database.read { reader in
                try reader.mediaHash(of: MediaReference(.picture, name: name))
            }
            return try hash.flatMap { try media.existing()?.bytes(of: $0) }
        }
    }

    private func notes(
        of part: LentPart,
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

    /// The cards that a note has, and those that it could have; of languages those alone that were asked or chosen.
    private func cards(
        of kept: KeptNote,
        _ maker: CardMaker,
        _ pairs: inout ChosenPairs
    ) -> [LentCard] {
        let known = kept.cards.map(\.face)
        let faces =
            maker.type.cards == .languages
            ? pairs.faces(of: kept.note, asked: known).filter { !known.contains($0) }
            : maker.faces(of: kept.note, besides: known)
        return kept.cards.map(LentCard.init) + faces.map { LentCard(face: $0) }
    }

    private func languages(
        of notes: [NoteID],
        _ pairs: inout ChosenPairs,
        with reader: borrowing Reader
    ) throws -> LentLanguages {
        var languages = LentLanguages()
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
