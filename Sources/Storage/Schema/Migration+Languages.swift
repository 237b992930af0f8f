extension Migration {
    /// Excludes cards that a deck's languages no longer ask, counts the languages of its notes, and stores the file that a deck
    /// was imported from.
    static let languages = Migration(
        name: "languages",
        sql: """
            -- Whether the deck's choice of languages and scripts includes the card's pair; otherwise the card keeps its
            -- memory and is asked again when the choice includes it. It depends on the same data as `has_new`, with which
            -- it is computed.
            ALTER TABLE card ADD COLUMN is_asked INTEGER NOT NULL DEFAULT 1;

            DROP TRIGGER card_updated;
            CREATE TRIGGER card_updated AFTER UPDATE OF note, deck, is_suspended, is_asked ON card
            BEGIN
                UPDATE card
                SET dealing_deck = (
                    SELECT coalesce(new.deck, note.deck)
                    FROM note
                    WHERE note.id = new.note
                    AND note.binned IS NULL
                    AND new.is_suspended = 0
                    AND new.is_asked = 1
                )
                WHERE id = new.id;
            END;

            DROP TRIGGER note_moved;
            CREATE TRIGGER note_moved AFTER UPDATE OF deck, binned ON note
            WHEN old.deck <> new.deck OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                UPDATE card
                SET dealing_deck = CASE
                    WHEN new.binned IS NULL AND is_suspended = 0 AND is_asked = 1
                    THEN coalesce(deck, new.deck)
                END
                WHERE note = new.id;
            END;

            UPDATE note
            SET has_new = 2
            WHERE introduced > 0
            AND EXISTS (SELECT 1 FROM card WHERE card.note = note.id AND instr(card.face, '>') > 0);

            -- Notes with reviewed cards come first, because due cards depend on them.
            DROP INDEX note_by_has_new;
            CREATE INDEX note_by_has_new ON note (introduced DESC) WHERE has_new = 2 AND binned IS NULL;

            -- The languages in which a note has a text: sorted tags, separated by commas. A trigger must not parse JSON, so
            -- every statement that writes `fields` writes them too.
            ALTER TABLE note ADD COLUMN languages TEXT NOT NULL DEFAULT '';

            UPDATE note
            SET languages = coalesce((
                SELECT group_concat(key)
                FROM (
                    SELECT key
                    FROM json_each(note.fields)
                    WHERE key GLOB '[a-z]*'
                    AND trim(json_extract(value, '$.text')) <> ''
                    ORDER BY key
                )
            ), '')
            WHERE json_valid(fields);

            -- How many notes of a deck have exactly these languages, without the bin.
            CREATE TABLE language_set (
                deck INTEGER NOT NULL,
                languages TEXT NOT NULL,
                notes INTEGER NOT NULL,
                PRIMARY KEY (deck, languages)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX language_set_empty ON language_set (deck) WHERE notes = 0;

            INSERT INTO language_set (deck, languages, notes)
            SELECT deck, languages, count(*)
            FROM note
            WHERE binned IS NULL
            AND languages <> ''
            GROUP BY deck, languages;

            CREATE TRIGGER language_set_inserted AFTER INSERT ON note
            WHEN new.binned IS NULL AND new.languages <> ''
            BEGIN
                INSERT INTO language_set (deck, languages, notes)
                VALUES (new.deck, new.languages, 1)
                ON CONFLICT (deck, languages) DO UPDATE
                SET notes = notes + 1;
            END;

            CREATE TRIGGER language_set_deleted AFTER DELETE ON note
            WHEN old.binned IS NULL AND old.languages <> ''
            BEGIN
                UPDATE language_set
                SET notes = notes - 1
                WHERE deck = old.deck
                AND languages = old.languages;
                DELETE FROM language_set
                WHERE deck = old.deck
                AND notes = 0;
            END;

            CREATE TRIGGER language_set_updated AFTER UPDATE OF languages, deck, binned ON note
            WHEN old.languages <> new.languages
            OR old.deck <> new.deck
            OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                UPDATE language_set
                SET notes = notes - 1
                WHERE old.binned IS NULL
                AND deck = old.deck
                AND languages = old.languages;
                DELETE FROM language_set
                WHERE deck = old.deck
                AND notes = 0;
                INSERT INTO language_set (deck, languages, notes)
                SELECT new.deck, new.languages, 1
                WHERE new.binned IS NULL
                AND new.languages <> ''
                ON CONFLICT (deck, languages) DO UPDATE
                SET notes = notes + 1;
            END;

            -- Compressed files that decks were imported from, to be exported again with the changes; a deck's settings
            -- refer to its file. Maintenance deletes a file to which nothing refers.
            CREATE TABLE kept_file (
                id INTEGER PRIMARY KEY,
                bytes BLOB NOT NULL,
                made INTEGER NOT NULL
            ) STRICT;
            """
    )
}
