package import Notes
internal import Storage

// The numbers by which programs know notes, cards, decks and note types; see `Migration.clients`.

extension Library {
    /// The number of the deck “Default”, which every program expects.
    package static let defaultDeckNumber: Int64 = 1

    /// The numbers of notes, which get them when they are first shown; missing notes have none.
    package func numbers(ofNotes notes: [NoteID]) throws(LibraryError) -> [NoteID: Int64] {
        let known = try read { try $0.aliases(.note, of: notes) }
        let unknown = notes.filter { known[$0] == nil }
        guard !unknown.isEmpty else { return known }
        return try write { writer in
            let moments = try writer.moments(ofNotes: unknown)
            let sorted = moments.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            try writer.assignAliases(
                .note,
                to: sorted.map { ($0.key.rawValue, "", $0.value.milliseconds) }
            )
            return try writer.aliases(.note, of: notes)
        }
    }

    /// The notes that numbers stand for.
    ///
    /// A program may know a note by the number that it had in Anki before it was imported: when it was made.
    package func notes(numbered numbers: [Int64]) throws(LibraryError) -> [Int64: NoteID] {
        var found = try read { try $0.owners(.note, of: numbers) }
        let unknown = numbers.filter { found[$0] == nil }
        if !unknown.isEmpty {
            let made = try read { try $0.notes(madeAt: unknown) }
            if !made.isEmpty {
                _ = try self.numbers(ofNotes: made)
                found = try read { try $0.owners(.note, of: numbers) }
            }
        }
        return found.mapValues { NoteID(rawValue: $0) }
    }

    /// The numbers of cards, which get them when they are first shown.
    package func numbers(ofCards cards: [CardID]) throws(LibraryError) -> [CardID: Int64] {
        var seen: Set<NoteID> = []
        let notes = cards.map(\.note).filter { seen.insert($0).inserted }
        let known = try read { try $0.cardAliases(ofNotes: notes) }
        let unknown = cards.filter { known[$0] == nil }
        guard !unknown.isEmpty else { return known }
        return try write { writer in
            let moments = try writer.moments(ofNotes: Array(Set(unknown.map(\.note))))
            let candidates = unknown.enumerated().compactMap { index, card in
                moments[card.note].map { (card: card, preferred: $0.milliseconds, index: index) }
            }
            let sorted = candidates.sorted {
                ($0.preferred, $0.card.note, $0.index) < ($1.preferred, $1.card.note, $1.index)
            }
            try writer.assignAliases(
                .card,
                to: sorted.map { ($0.card.note.rawValue, $0.card.face.description, $0.preferred) }
            )
            return try writer.cardAliases(ofNotes: notes)
        }
    }

    /// The cards that numbers stand for.
    package func cards(numbered numbers: [Int64]) throws(LibraryError) -> [Int64: CardID] {
        try read { try $0.cards(ofAliases: numbers) }
    }

    /// The numbers of decks; that of “Default” is 1.
    package func numbers(ofDecks decks: [Deck]) throws(LibraryError) -> [DeckID: Int64] {
        let (usual, others) = (
            decks.first { $0.name.text == Self.defaultDeckName },
            decks.filter { $0.name.text != Self.defaultDeckName }
        )
        var numbers = try numbers(.deck, others.map(\.id)) { $0 >> 21 }
        if let usual { numbers[usual.id] = Self.defaultDeckNumber }
        return numbers
    }

    package static let defaultDeckName = "Default"

    /// The numbers of note types: those of imported types are Anki's.
    package func numbers(ofTypes types: [NoteTypeID]) throws(LibraryError) -> [NoteTypeID: Int64] {
        try numbers(.noteType, types) { $0 < 1 << 45 ? $0 : $0 >> 21 }
    }

    private func numbers<Owner: Identifier>(
        _ kind: AliasKind,
        _ ids: [Owner],
        preferred: (Int64) -> Int64
    ) throws(LibraryError) -> [Owner: Int64] {
        let known = try read { try $0.aliases(kind, of: ids) }
        let unknown = ids.filter { known[$0] == nil }.sorted()
        guard !unknown.isEmpty else { return known }
        return try write { writer in
            // 1 is the number of “Default”.
            try writer.assignAliases(
                kind,
                to: unknown.map {
                    ($0.rawValue, "", max(preferred($0.rawValue), kind == .deck ? 2 : 1))
                }
            )
            return try writer.aliases(kind, of: ids)
        }
    }
}
