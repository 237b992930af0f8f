extension Migration {
    /// Counts what is being learned and what is known, instead of what was remembered at the latest answer, which practice
    /// could change.
    static let progress = Migration(
        name: "progress",
        sql: """
            DROP TRIGGER note_inserted;
            DROP TRIGGER note_deleted;
            DROP TRIGGER note_updated;
            ALTER TABLE note RENAME COLUMN is_remembered TO progress;
            ALTER TABLE deck RENAME COLUMN remembered TO known;
            ALTER TABLE deck ADD COLUMN learning INTEGER NOT NULL DEFAULT 0;

            -- 0 not reviewed, or not asked; 1 learning; 2 known: its memory lasts 21 days or more. See `Progress`.
            ALTER TABLE card ADD COLUMN progress INTEGER GENERATED ALWAYS AS (
                CASE
                WHEN stage = 0 OR is_suspended = 1 OR is_asked = 0 THEN 0
                WHEN stability >= 21 THEN 2
                ELSE 1
                END
            ) VIRTUAL;

            -- A note has come as far as the furthest of its cards.
            UPDATE note
            SET progress = coalesce((SELECT max(progress) FROM card WHERE card.note = note.id), 0);

            UPDATE deck
            SET (learning, known) = (
                SELECT count(*) FILTER (WHERE progress = 1), count(*) FILTER (WHERE progress = 2)
                FROM note
                WHERE note.deck = deck.id
                AND binned IS NULL
            );

            CREATE TRIGGER note_inserted AFTER INSERT ON note WHEN new.binned IS NULL
            BEGIN
                UPDATE deck
                SET notes = notes + 1, learning = learning + (new.progress = 1),
                    known = known + (new.progress = 2)
                WHERE id = new.deck;
            END;

            CREATE TRIGGER note_deleted AFTER DELETE ON note WHEN old.binned IS NULL
            BEGIN
                UPDATE deck
                SET notes = notes - 1, learning = learning - (old.progress = 1),
                    known = known - (old.progress = 2)
                WHERE id = old.deck;
            END;

            -- An answer fires this one, so a count that damage has made huge must not overflow in it.
            CREATE TRIGGER note_updated AFTER UPDATE OF deck, binned, progress ON note
            WHEN old.deck <> new.deck
            OR old.progress <> new.progress
            OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                UPDATE deck
                SET notes = notes - 1, learning = max(0, min(learning, 1000000000)) - (old.progress = 1),
                    known = max(0, min(known, 1000000000)) - (old.progress = 2)
                WHERE id = old.deck
                AND old.binned IS NULL;
                UPDATE deck
                SET notes = notes + 1, learning = max(0, min(learning, 1000000000)) + (new.progress = 1),
                    known = max(0, min(known, 1000000000)) + (new.progress = 2)
                WHERE id = new.deck
                AND new.binned IS NULL;
            END;

            CREATE TRIGGER progress_inserted AFTER INSERT ON card WHEN new.progress > 0
            BEGIN
                UPDATE note
                SET progress = max(progress, new.progress)
                WHERE id = new.note;
            END;

            CREATE TRIGGER progress_deleted AFTER DELETE ON card WHEN old.progress > 0
            BEGIN
                UPDATE note
                SET progress = coalesce((SELECT max(progress) FROM card WHERE note = old.note), 0)
                WHERE id = old.note;
            END;

            CREATE TRIGGER progress_updated AFTER UPDATE OF stage, stability, is_suspended, is_asked ON card
            WHEN old.progress <> new.progress
            BEGIN
                UPDATE note
                SET progress = coalesce((SELECT max(progress) FROM card WHERE note = new.note), 0)
                WHERE id = new.note;
            END;
            """
    )
}
