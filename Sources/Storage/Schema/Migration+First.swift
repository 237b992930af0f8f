extension Migration {
    /// The first library.
    ///
    /// Moments are milliseconds since 1970 UTC, IDs that browsers may assign are 64-bit numbers (see `Identifier`), and JSON
    /// objects contain what is always read together. `extras` stores imported data that Omena does not use, for exports.
    static let first = Migration(
        name: "first library",
        sql: """
            CREATE TABLE migration (
                position INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                applied INTEGER NOT NULL
            ) STRICT;

            -- One row. The epoch increases each time a backup is restored.
            CREATE TABLE library (
                id TEXT NOT NULL PRIMARY KEY,
                epoch INTEGER NOT NULL,
                made INTEGER NOT NULL,
                zone TEXT,
                extras TEXT
            ) STRICT, WITHOUT ROWID;

            -- A deck inherits missing settings from the deck around it. `notes` and `remembered` count the notes in the
            -- deck itself, without the bin; the triggers below maintain them.
            CREATE TABLE deck (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                folded_name TEXT NOT NULL UNIQUE,
                settings TEXT NOT NULL DEFAULT '{}',
                made INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                notes INTEGER NOT NULL DEFAULT 0,
                remembered INTEGER NOT NULL DEFAULT 0,
                extras TEXT
            ) STRICT;

            -- The definition contains the fields, the templates of the cards, and the style sheet.
            CREATE TABLE note_type (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                definition TEXT NOT NULL,
                made INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                extras TEXT
            ) STRICT;

            -- `answered` and `is_remembered` are a cache of the latest answer to any of its cards (0: none).
            CREATE TABLE note (
                id INTEGER PRIMARY KEY,
                guid TEXT NOT NULL UNIQUE,
                note_type INTEGER NOT NULL REFERENCES note_type (id),
                deck INTEGER NOT NULL REFERENCES deck (id),
                word_type TEXT,
                latitude REAL,
                longitude REAL,
                made INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                binned INTEGER,
                answered INTEGER NOT NULL DEFAULT 0,
                is_remembered INTEGER NOT NULL DEFAULT 0,
                fields TEXT NOT NULL,
                extras TEXT,
                CHECK ((latitude IS NULL) = (longitude IS NULL))
            ) STRICT;

            CREATE INDEX note_by_made ON note (deck, made) WHERE binned IS NULL;
            CREATE INDEX note_by_answered ON note (deck, answered, made) WHERE binned IS NULL;
            CREATE INDEX note_by_type ON note (note_type);
            CREATE INDEX note_by_binned ON note (binned) WHERE binned IS NOT NULL;

            CREATE TRIGGER note_inserted AFTER INSERT ON note WHEN new.binned IS NULL
            BEGIN
                UPDATE deck
                SET notes = notes + 1, remembered = remembered + new.is_remembered
                WHERE id = new.deck;
            END;

            CREATE TRIGGER note_deleted AFTER DELETE ON note WHEN old.binned IS NULL
            BEGIN
                UPDATE deck
                SET notes = notes - 1, remembered = remembered - old.is_remembered
                WHERE id = old.deck;
            END;

            CREATE TRIGGER note_updated AFTER UPDATE OF deck, binned, is_remembered ON note
            WHEN old.deck <> new.deck
            OR old.is_remembered <> new.is_remembered
            OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                UPDATE deck
                SET notes = notes - 1, remembered = remembered - old.is_remembered
                WHERE id = old.deck
                AND old.binned IS NULL;
                UPDATE deck
                SET notes = notes + 1, remembered = remembered + new.is_remembered
                WHERE id = new.deck
                AND new.binned IS NULL;
            END;

            CREATE TABLE note_tag (
                note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
                folded_tag TEXT NOT NULL,
                tag TEXT NOT NULL,
                PRIMARY KEY (note, folded_tag)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX note_tag_by_tag ON note_tag (folded_tag, note);

            -- A row is created when the card is first asked, or imported. `deck` is set only if it is not the note's
            -- own. Everything from `stability` on is a cache derived from the log. Numbers are never reused
            -- (AUTOINCREMENT), because the log may outlive a card.
            CREATE TABLE card (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
                face TEXT NOT NULL,
                deck INTEGER REFERENCES deck (id),
                position INTEGER,
                is_suspended INTEGER NOT NULL DEFAULT 0,
                burial INTEGER,
                buried INTEGER,
                flag INTEGER NOT NULL DEFAULT 0,
                extras TEXT,
                stability REAL,
                difficulty REAL,
                due INTEGER,
                step INTEGER,
                reviews INTEGER NOT NULL DEFAULT 0,
                lapses INTEGER NOT NULL DEFAULT 0,
                last_review INTEGER,
                answered INTEGER,
                answered_event INTEGER,
                answered_grade INTEGER,
                UNIQUE (note, face)
            ) STRICT;

            CREATE INDEX card_by_deck ON card (deck) WHERE deck IS NOT NULL;
            CREATE INDEX card_by_due ON card (due) WHERE due IS NOT NULL;

            -- The log, in the order in which a card's memory is derived from it. `kind`: 0 review, 1 practice,
            -- 2 set state, 3 retraction of `retracted`. `utc_offset` is in minutes, `duration` in milliseconds.
            -- `state` is the content of a set state. Rows are only added.
            CREATE TABLE event (
                card INTEGER NOT NULL,
                moment INTEGER NOT NULL,
                id INTEGER NOT NULL,
                utc_offset INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                grade INTEGER,
                duration INTEGER NOT NULL,
                mode INTEGER NOT NULL,
                due INTEGER,
                retracted INTEGER,
                state TEXT,
                extras TEXT,
                PRIMARY KEY (card, moment, id)
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX event_by_id ON event (id);
            CREATE INDEX event_by_moment ON event (moment, kind, utc_offset, duration);
            CREATE INDEX event_by_retracted ON event (retracted) WHERE retracted IS NOT NULL;

            -- The content that notes refer to by a file name; it is stored in the second file.
            CREATE TABLE media (
                name TEXT NOT NULL PRIMARY KEY,
                digest BLOB NOT NULL,
                size INTEGER NOT NULL,
                made INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX media_by_digest ON media (digest);

            -- What each change replaced, so that it can be undone.
            CREATE TABLE journal (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                moment INTEGER NOT NULL,
                browser INTEGER,
                change TEXT NOT NULL,
                replaced TEXT NOT NULL,
                undone INTEGER
            ) STRICT;

            CREATE TABLE setting (
                key TEXT NOT NULL PRIMARY KEY,
                value TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;

            -- Paired browsers; only the hash of a token is stored.
            CREATE TABLE browser (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                token_digest BLOB NOT NULL UNIQUE,
                name TEXT NOT NULL,
                paired INTEGER NOT NULL,
                seen INTEGER NOT NULL
            ) STRICT;
            """
    )
}
