package import Notes
internal import SQLite

// Decks as the journal stores them. A deck in the bin keeps its name, but its key is one that no name has, so that another
// deck can have the name.

extension Reading where Self: ~Copyable {
    /// A deck, in the bin or not.
    package func storedDeck(_ id: DeckID) throws -> StoredDeck? {
        try connection.row(
            """
            SELECT id, name, settings, made, changed, binned
            FROM deck
            WHERE id = :id
            """,
            ["id": id]
        ) { row in
            StoredDeck(
                id: row.id(0),
                name: row.text(1),
                settings: try StoredJSON.read(
                    row,
                    2,
                    as: DeckSettings.self,
                    in: ("deck", "settings")
                ),
                made: row.moment(3),
                changed: row.moment(4),
                binned: row.momentOrNil(5)
            )
        }
    }

    /// Whether a deck exists outside the bin.
    func deckExists(_ deck: DeckID) throws -> Bool {
        try connection.hasRow(
            """
            SELECT 1
            FROM deck
            WHERE id = :id
            AND binned IS NULL
            """,
            ["id": deck]
        )
    }

    /// The decks that notes and their cards are in, and the types of these notes.
    package func decksAndTypes(
        of notes: [NoteID]
    ) throws -> (decks: Set<DeckID>, types: Set<NoteTypeID>) {
        var decks: Set<DeckID> = []
        var types: Set<NoteTypeID> = []
        try connection.forEach(
            """
            SELECT deck, note_type
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            UNION
            SELECT card.deck, NULL
            FROM json_each(:notes) AS named
            CROSS JOIN card ON card.note = named.value
            WHERE card.deck IS NOT NULL
            """,
            ["notes": jsonArray(of: notes)]
        ) { row in
            decks.insert(row.id(0))
            if !row.isNull(1) { types.insert(row.id(1)) }
        }
        return (decks, types)
    }

    /// The notes of a deck, without its subdecks.
    package func notes(ofDeck deck: DeckID, inBin: Bool) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE deck = :deck
            AND (binned IS NOT NULL) = :in_bin
            ORDER BY id
            """,
            ["deck": deck, "in_bin": inBin]
        ) { $0.id(0) }
    }

    /// The notes of a type in a deck without its subdecks, older ones first, and those in the bin last.
    ///
    /// Two statements read all of them, which is many times faster than reading note by note.
    package func notes(of type: NoteTypeID, at deck: DeckID, withBin: Bool) throws -> [Note] {
        let tags = try tagsByNote(
            """
            SELECT note_tag.note, note_tag.tag
            FROM note
            JOIN note_tag ON note_tag.note = note.id
            WHERE note.deck = :deck
            ORDER BY note_tag.note, note_tag.folded_tag
            """,
            ["deck": deck]
        )
        return try connection.rows(
            """
            SELECT id, guid, note_type, deck, word_type, latitude, longitude, made, changed, binned,
                fields
            FROM note
            WHERE deck = :deck
            AND note_type = :note_type
            AND (binned IS NULL OR :with_bin)
            ORDER BY binned IS NOT NULL, id
            """,
            ["deck": deck, "note_type": type, "with_bin": withBin]
        ) { try Note($0, tags: tags[$0.id(0)] ?? []) }
    }

    /// Whether no other deck has the deck's name.
    func isNameFree(of deck: StoredDeck) throws -> Bool {
        try !connection.hasRow(
            """
            SELECT 1
            FROM deck
            WHERE folded_name = :key
            AND id <> :id
            """,
            ["key": deck.key, "id": deck.id]
        )
    }
}

extension Writer {
    /// Inserts or updates a deck.
    func put(_ deck: StoredDeck) throws {
        let before = try storedDeck(deck.id)
        try connection.run(
            """
            INSERT INTO deck (id, name, folded_name, settings, made, changed, binned)
            VALUES (:id, :name, :folded_name, :settings, :made, :changed, :binned)
            ON CONFLICT (id) DO UPDATE
            SET name = excluded.name, folded_name = excluded.folded_name,
                settings = excluded.settings, made = excluded.made, changed = excluded.changed,
                binned = excluded.binned
            """,
            [
                "id": deck.id, "name": deck.name, "folded_name": deck.key,
                "settings": try StoredJSON.text(of: deck.settings), "made": deck.made,
                "changed": deck.changed, "binned": deck.binned,
            ]
        )
        if before?.key != deck.key {
            try refreshInheritingDecks(of: [before, deck].compactMap(\.self))
        }
    }

    func remove(_ deck: DeckID) throws {
        let before = try storedDeck(deck)
        try connection.run(
            """
            DELETE FROM deck
            WHERE id = :id
            """,
            ["id": deck]
        )
        try refreshInheritingDecks(of: [before].compactMap(\.self))
    }

    private func refreshInheritingDecks(of decks: [StoredDeck]) throws {
        for deck in decks
        where deck.settings.languageChoiceText != nil || deck.settings.scriptChoiceText != nil {
            try refreshInheritingDecks(ofDeckNamed: deck.key)
        }
    }

    /// Has it computed again which cards are asked in the decks inside one that has come or gone: they inherit by name.
    ///
    /// Where a deck gets other settings, or the name, a trigger does so.
    func refreshInheritingDecks(ofDeckNamed key: String) throws {
        try connection.run(
            """
            UPDATE note
            SET has_new = 2
            WHERE has_new <> 2
            AND deck IN (
                SELECT id
                FROM deck
                WHERE folded_name > :key || '::' AND folded_name < :key || ':;'
            )
            """,
            ["key": key]
        )
    }
}

extension StoredDeck {
    /// Unique among all decks.
    var key: String {
        binned == nil ? DeckName(name)?.key ?? name : "\u{1}\(id)"
    }
}
