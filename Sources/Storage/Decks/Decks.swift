package import Notes
internal import Recall
internal import SQLite

/// How many notes a deck has, without its subdecks.
package struct DeckCount: Hashable, Sendable {
    package var notes: Int
    /// How many of them have been reviewed, but are not known yet.
    package var learning: Int
    /// How many of them are known; see `Progress`.
    package var known: Int

    /// So few that the sum of all decks cannot overflow.
    static let counts = 0...1_000_000_000

    package init(notes: Int = 0, learning: Int = 0, known: Int = 0) {
        self.notes = notes
        self.learning = learning
        self.known = known
    }

    mutating func add(_ progress: Progress) {
        notes += 1
        switch progress {
        case .unseen: break
        case .learning: learning += 1
        case .known: known += 1
        }
    }

    package static func += (left: inout DeckCount, right: DeckCount) {
        left.notes += right.notes
        left.learning += right.learning
        left.known += right.known
    }
}

extension Reading where Self: ~Copyable {
    /// All decks outside the bin, by name.
    package func decks() throws -> [Deck] {
        try connection.cached("decks") {
            try connection.rows(
                """
                SELECT id, name, settings
                FROM deck
                WHERE binned IS NULL
                ORDER BY folded_name
                """
            ) { try Deck($0) }
        }
    }

    /// The effective settings of a deck: its own, and those that it inherits from the decks around it.
    package func deckSettings(of deck: DeckID) throws -> DeckSettings {
        let deck = try connection.row(
            """
            SELECT settings, name
            FROM deck
            WHERE id = :deck
            """,
            ["deck": deck]
        ) { (settings: try deckSettings($0), name: $0.text(1)) }
        guard let deck else { return DeckSettings() }
        let name = connection.parsed(deck.name) { DeckName($0) }
        guard let name else { throw StorageError.unreadable("deck", "name") }
        return try name.ancestors.reversed().reduce(deck.settings) { settings, name in
            let parent = try connection.row(
                """
                SELECT settings
                FROM deck
                WHERE folded_name = :key
                """,
                ["key": name.key]
            ) { try deckSettings($0) }
            return parent.map { settings.inheriting($0) } ?? settings
        }
    }

    /// Reads the column settings.
    private func deckSettings(_ row: borrowing Row) throws -> DeckSettings {
        try connection.parsed(row.text(0)) { _ in try DeckSettings(row, 0) } ?? DeckSettings()
    }

    /// The deck, unless it is in the bin.
    package func deck(_ id: DeckID) throws -> Deck? {
        try connection.row(
            """
            SELECT id, name, settings
            FROM deck
            WHERE id = :id
            AND binned IS NULL
            """,
            ["id": id]
        ) { try Deck($0) }
    }

    /// The counts of all decks, without the bin.
    package func deckCounts() throws -> [DeckID: DeckCount] {
        try connection.cached("deck counts") {
            var counts: [DeckID: DeckCount] = [:]
            try connection.forEach(
                """
                SELECT id, notes, learning, known
                FROM deck
                """
            ) { row in
                counts[row.id(0)] = DeckCount(
                    notes: row.int(1, within: DeckCount.counts),
                    learning: row.int(2, within: DeckCount.counts),
                    known: row.int(3, within: DeckCount.counts)
                )
            }
            return counts
        }
    }
}

extension Writer {
    /// Adds a deck; no other may have its name, ignoring case.
    package func insert(_ deck: Deck, at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO deck (id, name, folded_name, settings, made, changed)
            VALUES (:id, :name, :folded_name, :settings, :moment, :moment)
            """,
            [
                "id": deck.id, "name": deck.name.text, "folded_name": deck.name.key,
                "settings": try StoredJSON.text(of: deck.settings), "moment": moment,
            ]
        )
    }
}

extension Deck {
    init(_ row: borrowing Row) throws {
        guard let name = DeckName(row.text(1)) else {
            throw StorageError.unreadable("deck", "name")
        }
        self.init(id: row.id(0), name: name, settings: try DeckSettings(row, 2))
    }
}

extension DeckSettings {
    fileprivate init(_ row: borrowing Row, _ column: Int32) throws {
        // Most decks have no settings, and there may be thousands of decks.
        if row.withBytes(column, { $0.elementsEqual("{}".utf8) }) {
            self.init()
        } else {
            self = try StoredJSON.read(row, column, as: Self.self, in: ("deck", "settings"))
        }
    }
}
