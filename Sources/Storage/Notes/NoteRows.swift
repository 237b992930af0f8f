package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The note with the ID, in the bin or not.
    package func note(_ id: NoteID) throws -> Note? { try lazyNote(id)?.whole() }

    /// The note with the ID, in the bin or not, whose texts are parsed only when needed.
    package func lazyNote(_ id: NoteID) throws -> LazyNote? {
        let tags = try tags(of: id)
        return try connection.row(
            """
            SELECT id, guid, note_type, deck, word_type, latitude, longitude, made, changed, binned,
                fields, languages
            FROM note
            WHERE id = :id
            """,
            ["id": id]
        ) { try LazyNote($0, tags: tags) }
    }

    /// The note outside the bin that was created last, optionally in a certain deck.
    package func latestNote(in deck: DeckID? = nil) throws -> Note? {
        let id: NoteID?
        if let deck {
            id = try connection.row(
                """
                SELECT id
                FROM note
                WHERE deck = :deck
                AND binned IS NULL
                ORDER BY made DESC, id DESC
                LIMIT 1
                """,
                ["deck": deck]
            ) { $0.id(0) }
        } else {
            id = try connection.row(
                """
                SELECT id
                FROM note
                WHERE binned IS NULL
                ORDER BY id DESC
                LIMIT 1
                """
            ) { $0.id(0) }
        }
        return try id.flatMap { try note($0) }
    }

    /// Another note of the type outside the bin with the same first field, ignoring case and surrounding space.
    package func duplicate(of note: Note) throws -> NoteID? {
        guard !note.promptKey.isEmpty else { return nil }
        return try connection.row(
            """
            SELECT id
            FROM note
            WHERE prompt = :prompt
            AND note_type = :note_type
            AND id <> :id
            AND binned IS NULL
            LIMIT 1
            """,
            ["prompt": note.promptKey, "note_type": note.type, "id": note.id]
        ) { $0.id(0) }
    }

    /// Notes outside the bin with a prompt, by its key; nil for any type.
    package func notes(withPrompt key: String, of type: NoteTypeID?) throws -> [NoteID] {
        guard !key.isEmpty else { return [] }
        return try connection.rows(
            """
            SELECT id
            FROM note
            WHERE prompt = :prompt
            AND (:note_type IS NULL OR note_type = :note_type)
            AND binned IS NULL
            LIMIT 1000
            """,
            ["prompt": key, "note_type": type]
        ) { $0.id(0) }
    }

    func deck(of note: NoteID) throws -> DeckID? {
        try connection.row(
            """
            SELECT deck
            FROM note
            WHERE id = :id
            """,
            ["id": note]
        ) { $0.id(0) }
    }

    /// Whether no card of a note has marks or answers that were not retracted.
    func isUntouched(_ note: NoteID) throws -> Bool {
        try !connection.hasRow(
            """
            SELECT 1
            FROM card
            WHERE note = :note
            AND (
                is_suspended <> 0 OR burial IS NOT NULL OR flag <> 0 OR deck IS NOT NULL
                OR EXISTS (
                    SELECT 1
                    FROM standing_event AS event
                    WHERE event.card = card.id
                    AND event.kind <> 3
                )
            )
            LIMIT 1
            """,
            ["note": note]
        )
    }

    private func tags(of note: NoteID) throws -> [TagName] {
        try connection.rows(
            """
            SELECT tag
            FROM note_tag
            WHERE note = :note
            ORDER BY folded_tag
            """,
            ["note": note]
        ) { TagName($0.text(0)) }.compactMap { $0 }
    }
}

extension Writer {
    package func insert(_ note: Note) throws {
        let texts = NoteTexts(of: note.values)
        try connection.run(
            """
            INSERT INTO note (id, guid, note_type, deck, word_type, latitude, longitude, made, changed,
                binned, fields, prompt, languages)
            VALUES (:id, :guid, :note_type, :deck, :word_type, :latitude, :longitude, :made, :changed,
                :binned, :fields, :prompt, :languages)
            """,
            [
                "id": note.id, "guid": note.guid, "note_type": note.type, "deck": note.deck,
                "word_type": note.wordType, "latitude": note.place?.latitude,
                "longitude": note.place?.longitude, "made": note.made, "changed": note.changed,
                "binned": note.binned, "fields": texts.fields, "prompt": texts.prompt,
                "languages": texts.languages,
            ]
        )
        try insertTags(of: note)
    }

    /// Overwrites the note with the same ID, except for the columns derived from the log.
    package func update(_ note: Note) throws {
        let texts = NoteTexts(of: note.values)
        try connection.run(
            """
            UPDATE note
            SET guid = :guid, note_type = :note_type, deck = :deck, word_type = :word_type,
                latitude = :latitude, longitude = :longitude, made = :made, changed = :changed,
                binned = :binned, fields = :fields, prompt = :prompt, languages = :languages
            WHERE id = :id
            """,
            [
                "guid": note.guid, "note_type": note.type, "deck": note.deck,
                "word_type": note.wordType, "latitude": note.place?.latitude,
                "longitude": note.place?.longitude, "made": note.made, "changed": note.changed,
                "binned": note.binned, "fields": texts.fields, "prompt": texts.prompt,
                "languages": texts.languages, "id": note.id,
            ]
        )
        // A tag that stays is not touched, so that it counts as older than the change.
        let tags = try connection.rows(
            "SELECT folded_tag, tag FROM note_tag WHERE note = :note",
            ["note": note.id]
        ) { (key: $0.text(0), text: $0.text(1)) }
        let wanted = Dictionary(note.tags.map { ($0.key, $0.text) }) { first, _ in first }
        for tag in tags where wanted[tag.key] != tag.text {
            try connection.run(
                "DELETE FROM note_tag WHERE note = :note AND folded_tag = :tag",
                ["note": note.id, "tag": tag.key]
            )
        }
        try insertTags(of: note)
    }

    /// Overwrites only the values of a note.
    func setValues(of id: NoteID, to note: Note, changed: Moment) throws {
        let texts = NoteTexts(of: note.values)
        try connection.run(
            """
            UPDATE note
            SET fields = :fields, prompt = :prompt, languages = :languages, changed = :changed
            WHERE id = :id
            """,
            [
                "fields": texts.fields, "prompt": texts.prompt, "languages": texts.languages,
                "changed": changed, "id": id,
            ]
        )
    }

    /// Deletes what was put into the bin before a moment: at most a thousand notes, so that other changes do not wait long, and
    /// decks that are empty.
    ///
    /// - Returns: Whether there may be more.
    @discardableResult
    package func emptyBin(before moment: Moment) throws -> Bool {
        let notes = try connection.run(
            """
            DELETE FROM note
            WHERE id IN (
                SELECT id
                FROM note
                WHERE binned < :moment
                ORDER BY binned
                LIMIT 1000
            )
            """,
            ["moment": moment]
        )
        try connection.run(
            """
            DELETE FROM deck
            WHERE binned < :moment
            AND NOT EXISTS (SELECT 1 FROM note WHERE note.deck = deck.id)
            AND NOT EXISTS (SELECT 1 FROM card WHERE card.deck = deck.id)
            """,
            ["moment": moment]
        )
        return notes == 1000
    }

    /// Deletes a note with its tags and cards; the log stays.
    func remove(_ note: NoteID) throws {
        try connection.run(
            """
            DELETE FROM note
            WHERE id = :id
            """,
            ["id": note]
        )
    }

    private func insertTags(of note: Note) throws {
        for tag in note.tags { try add(tag, to: note.id) }
    }
}

extension Note {
    init(_ row: borrowing Row, tags: [TagName]) throws {
        self.init(headOf: row, tags: tags)
        values = try row.withBytes(10) { try StoredFields.values($0) }
    }

    init(headOf row: borrowing Row, tags: [TagName]) {
        self.init(
            id: row.id(0),
            guid: NoteGUID(rawValue: row.text(1)),
            type: row.id(2),
            deck: row.id(3),
            values: [:],
            tags: tags,
            wordType: row.textOrNil(4).flatMap { WordType(rawValue: $0) },
            place: Place(row, latitude: 5, longitude: 6),
            made: row.moment(7),
            changed: row.moment(8),
            binned: row.momentOrNil(9)
        )
    }
}
