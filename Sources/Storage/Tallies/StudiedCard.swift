package import Notes
package import Recall
internal import SQLite

/// A card that was asked or imported, and is neither suspended nor in the bin, nor left out by its deck's languages.
package struct StudiedCard: Sendable {
    package enum Stage: UInt8, Sendable { case new = 0, learning, review, relearning }

    package let note: NoteID
    // Many are kept in memory, so small numbers fill the space that alignment leaves after optionals.
    package let due: Int64?
    package let interval: Int32
    package let reviewed: Moment?
    package let lapses: Int32
    /// Until when it is hidden.
    package let buried: Moment?
    /// The index of its deck in `StudiedCardNames`.
    package let deck: Int32
    package let memory: Memory?
    package let stage: Stage
    /// The index of its face in `StudiedCardNames`; negative if it asks no language.
    package let face: Int32

    /// Reads the columns id, note, stage, buried, due, interval, stability, difficulty, reviewed, lapses, dealing_deck.
    init(_ row: borrowing Row, _ names: inout StudiedCardNames) throws {
        guard let stage = Stage(rawValue: UInt8(clamping: row.int(2))) else {
            throw StorageError.unreadable("card", "stage")
        }
        self.stage = stage
        face = names.face(of: row.int64(0))
        note = row.id(1)
        buried = row.momentOrNil(3)
        due = row.int64OrNil(4).map { DayBoundary.clamped($0) }
        interval = Int32(clamping: row.int(5, within: CardState.intervals))
        memory = row.doubleOrNil(6).map { Memory(stability: $0, difficulty: row.double(7)) }
        reviewed = row.momentOrNil(8)
        lapses = Int32(clamping: row.int(9, within: CardState.counts))
        deck = names.index(of: row.id(10))
    }
}

/// The decks of studied cards and the faces that ask languages, each once.
package struct StudiedCardNames: Sendable {
    package private(set) var decks: [DeckID] = []
    /// Such as `en>fi`.
    package private(set) var faces: [String] = []
    private var deckIndices: [DeckID: Int32] = [:]
    private var faceIndices: [String: Int32] = [:]
    private var facesByCard: [Int64: Int32] = [:]
    /// Of the card before, whose deck is usually the same.
    private var latestDeck: Int32 = 0

    mutating func set(_ face: String, of card: Int64) {
        facesByCard[card] = Self.index(of: face, in: &faces, &faceIndices)
    }

    fileprivate func face(of card: Int64) -> Int32 {
        facesByCard.isEmpty ? -1 : facesByCard[card] ?? -1
    }

    fileprivate mutating func index(of deck: DeckID) -> Int32 {
        if latestDeck < decks.count, decks[Int(latestDeck)] == deck { return latestDeck }
        latestDeck = Self.index(of: deck, in: &decks, &deckIndices)
        return latestDeck
    }

    private static func index<Name: Hashable>(
        of name: Name,
        in names: inout [Name],
        _ indices: inout [Name: Int32]
    ) -> Int32 {
        if let index = indices[name] { return index }
        let index = Int32(clamping: names.count)
        names.append(name)
        indices[name] = index
        return index
    }

    /// Forgets which cards have which face.
    mutating func removeCards() { facesByCard = [:] }
}

extension Reader {
    /// Passes the cards of a scope to `body` note by note, many at once, with the names so far.
    ///
    /// The cards of a library are kept in memory unless they are very many, so that only those of changed notes are read again.
    ///
    /// - Parameter keepsCards: Whether to keep them from now on if they are not kept yet.
    package func forEachStudiedCards(
        in scope: StatisticsScope,
        keepsCards: Bool,
        _ body: ([StudiedCard], StudiedCardNames) throws -> Void
    ) throws {
        if let (cards, names) = try cardsInMemory(in: scope, keepsCards: keepsCards) {
            try body(cards, names)
        } else {
            try forEachStoredCards(in: scope, body)
        }
    }

    /// The same cards at once; nil if they are not kept in memory.
    package func cardsInMemory(
        in scope: StatisticsScope,
        keepsCards: Bool
    ) throws -> (cards: [StudiedCard], names: StudiedCardNames)? {
        // Reading the cards of a few notes is faster than reading all.
        let canRead = keepsCards && !scope.isNotesOnly
        guard let (cards, names) = try studiedCards?.cards(for: self, canRead: canRead) else {
            return nil
        }
        guard case .cards(let decks, let notes) = scope else { return (cards, names) }
        let chosenDecks = Set(decks)
        let isChosen = names.decks.map { chosenDecks.contains($0) }
        // Both are in the order of notes.
        var rest = notes[...]
        let chosen = cards.filter { card in
            while let note = rest.first, note < card.note { rest.removeFirst() }
            return isChosen[Int(card.deck)] || rest.first == card.note
        }
        return (chosen, names)
    }

    /// The same from the library's file.
    package func forEachStoredCards(
        in scope: StatisticsScope,
        _ body: ([StudiedCard], StudiedCardNames) throws -> Void
    ) throws {
        var names = StudiedCardNames()
        switch scope {
        case .cards([], let notes): try addFaces(of: notes, to: &names)
        case .cards, .library: try addFaces(to: &names)
        }
        var cards: [StudiedCard] = []
        try forEachStoredCard(in: scope, &names) { card, names in
            cards.append(card)
            guard cards.count == 4_096 else { return }
            try body(cards, names)
            cards.removeAll(keepingCapacity: true)
        }
        try body(cards, names)
    }

    /// Reads cards note by note; for the library and its decks a single index contains all columns.
    func forEachStoredCard(
        in scope: StatisticsScope,
        _ names: inout StudiedCardNames,
        _ body: (StudiedCard, StudiedCardNames) throws -> Void
    ) throws {
        let (isAll, decks, notes) = scope.arguments
        guard !scope.isNotesOnly else {
            return try connection.forEach(
                """
                SELECT card.id, note, stage, buried, due, interval, stability, difficulty, reviewed,
                    lapses, dealing_deck
                FROM json_each(:notes) AS named
                CROSS JOIN card ON card.note = named.value
                WHERE dealing_deck IS NOT NULL
                """,
                ["notes": notes]
            ) { try body(StudiedCard($0, &names), names) }
        }
        try connection.forEach(
            """
            SELECT id, note, stage, buried, due, interval, stability, difficulty, reviewed, lapses,
                dealing_deck
            FROM card
            WHERE dealing_deck IS NOT NULL
            AND (
                :is_all
                OR dealing_deck IN (SELECT value FROM json_each(:decks))
                OR note IN (SELECT value FROM json_each(:notes))
            )
            ORDER BY note
            """,
            ["is_all": isAll, "decks": decks, "notes": notes]
        ) { try body(StudiedCard($0, &names), names) }
    }

    func addFaces(to names: inout StudiedCardNames) throws {
        try connection.forEach(
            """
            SELECT card.id, face
            FROM json_each(:types) AS named
            CROSS JOIN note ON note.note_type = named.value
            CROSS JOIN card ON card.note = note.id
            """,
            ["types": try languageTypes()]
        ) { names.set($0.text(1), of: $0.int64(0)) }
    }

    func addFaces(of notes: [NoteID], to names: inout StudiedCardNames) throws {
        try connection.forEach(
            """
            SELECT card.id, face
            FROM json_each(:notes) AS named
            CROSS JOIN note ON note.id = named.value
            CROSS JOIN card ON card.note = note.id
            WHERE note_type IN (SELECT value FROM json_each(:types))
            """,
            ["notes": jsonArray(of: notes), "types": try languageTypes()]
        ) { names.set($0.text(1), of: $0.int64(0)) }
    }

    private func languageTypes() throws -> String {
        jsonArray(of: try noteTypes().values.filter { $0.cards == .languages }.map(\.id))
    }
}
