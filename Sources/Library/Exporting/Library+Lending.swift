internal import Languages
package import Notes
internal import Recall
internal import Storage

extension Library {
    /// Lends notes with their cards and logs, as they are at one moment.
    ///
    /// - Parameters:
    ///   - withCards: Whether cards and logs are lent too, which takes most of the time.
    ///   - progress: Is told, now and then, how much is done.
    public func lend(
        _ part: LentPart,
        withCards: Bool = true,
        to sink: inout some CollectionSink,
        timeZoneOffset minutes: Int = 0,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        try translatingErrors {
            try database.read { reader in
                let notes = try notes(of: part, with: reader, offset: minutes)
                let types = try reader.noteTypes()
                let decks = try reader.decks()
                try sink.begin(
                    LentHead(
                        decks: decks,
                        types: types,
                        parameters: try reader.storedParameters(),
                        settings: try reader.settings(),
                        languages: try languages(of: notes, with: reader),
                        noteCount: notes.count,
                        templateMedia: try reader.media().keys.filter { $0.hasPrefix("_") }
                            .sorted()
                    )
                )
                var makers: [NoteTypeID: CardMaker] = [:]
                for (place, id) in notes.enumerated() {
                    guard let note = try reader.note(id), let type = types[note.type] else {
                        continue
                    }
                    var cards: [LentCard] = []
                    if withCards {
                        let maker = makers[note.type] ?? CardMaker(type)
                        makers[note.type] = maker
                        cards = try self.cards(of: note, maker, with: reader)
                    }
                    try sink.take(LentNote(note: note, cards: cards))
                    if place % 512 == 0 { progress(Double(place) / Double(notes.count)) }
                }
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
                limit: .max,
                on: try searchDay(reader, offset: minutes)
            )
            return found.notes.sorted()
        }
    }

    /// The cards that a note has, and those that it could have; of languages those alone that were asked.
    private func cards(
        of note: Note,
        _ maker: CardMaker,
        with reader: borrowing Reader
    ) throws -> [LentCard] {
        var cards = try reader.keptCards(of: note.id).map { kept in
            var card = LentCard(face: kept.face)
            card.marks = kept.marks
            card.position = kept.position
            card.extras = kept.extras
            card.state = kept.state
            let events = try reader.events(of: kept.number)
            var retracted: Set<EventID> = []
            for event in events {
                if case .retraction(let id) = event.kind { retracted.insert(id) }
            }
            card.log = events.filter { event in
                if case .retraction = event.kind { return false }
                return !retracted.contains(event.id)
            }
            return card
        }
        let known = Set(cards.map(\.face))
        for face in maker.faces(of: note) where !known.contains(face) {
            if case .languages = face { continue }
            cards.append(LentCard(face: face))
        }
        return cards
    }

    private func languages(
        of notes: [NoteID],
        with reader: borrowing Reader
    ) throws -> LentLanguages {
        var languages = LentLanguages()
        guard try reader.noteCounts()[NoteType.languages.id] != nil else { return languages }
        for id in notes {
            guard let note = try reader.note(id), note.type == NoteType.languages.id else {
                continue
            }
            languages.add(note, asked: try reader.keptCards(of: id).map(\.face))
        }
        return languages.sorted()
    }
}
