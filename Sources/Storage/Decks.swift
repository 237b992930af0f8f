package import Notes
internal import SQLite

/// How many notes lie in a deck itself, not counting the decks inside it.
package struct DeckCount: Hashable, Sendable {
    /// How many notes lie there.
    package var notes: Int
    /// How many of them were remembered when they were last answered.
    package var remembered: Int

    /// A count to begin with.
    package init(notes: Int = 0, remembered: Int = 0) {
        self.notes = notes
        self.remembered = remembered
    }
}

extension Reading where Self: ~Copyable {
    /// All decks, by name, but for the bin.
    package func decks() throws -> [Deck] {
        try connection.remembering("decks") {
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

    /// What holds for a deck: its own settings, and where they are silent those of the decks around it.
    package func deckSettings(of deck: DeckID) throws -> DeckSettings {
        let deck = try connection.row(
            """
            SELECT id, name, settings
            FROM deck
            WHERE id = :deck
            """,
            ["deck": deck]
        ) { try Deck($0) }
        guard let deck else { return DeckSettings() }
        return try deck.name.ancestors.reversed().reduce(deck.settings) { settings, name in
            let around = try connection.row(
                """
                SELECT id, name, settings
                FROM deck
                WHERE folded_name = :key
                """,
                ["key": name.key]
            ) { try Deck($0) }
            return around.map { settings.inheriting($0.settings) } ?? settings
        }
    }

    /// The deck of that id, unless it lies in the bin.
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

    /// What lies in each deck, the bin not counted.
    package func deckCounts() throws -> [DeckID: DeckCount] {
        try connection.remembering("deck counts") {
            var counts: [DeckID: DeckCount] = [:]
            try connection.forEach(
                """
                SELECT id, notes, remembered
                FROM deck
                """
            ) { row in
                counts[row.id(0)] = DeckCount(notes: row.int(1), remembered: row.int(2))
            }
            return counts
        }
    }
}

extension Writer {
    /// Adds a deck; no other may have its name, whatever the case.
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
        self.init(id: row.id(0), name: name)
        // Most decks settle nothing, and there may be thousands.
        guard !row.withBytes(2, { $0.elementsEqual("{}".utf8) }) else { return }
        settings = try StoredJSON.read(row, 2, as: DeckSettings.self, in: ("deck", "settings"))
    }
}
