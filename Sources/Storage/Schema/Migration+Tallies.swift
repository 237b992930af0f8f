extension Migration {
    /// Counts answers by day, so that statistics of a million reviews are read in milliseconds.
    static let tallies = Migration(
        name: "tallies",
        sql: """
            -- How many answers were given on a day of the learner, by the deck of their cards (0: in the bin or deleted),
            -- the languages that they ask (such as en>fi), the hour, and the phase (see `AnswerPhase`). It is a cache of the
            -- log. `milliseconds` counts no answer for more than a minute, and `cut` the answers that took longer.
            CREATE TABLE tally (
                day INTEGER NOT NULL,
                deck INTEGER NOT NULL,
                languages TEXT NOT NULL,
                hour INTEGER NOT NULL,
                phase INTEGER NOT NULL,
                again INTEGER NOT NULL,
                hard INTEGER NOT NULL,
                good INTEGER NOT NULL,
                easy INTEGER NOT NULL,
                milliseconds INTEGER NOT NULL,
                cut INTEGER NOT NULL,
                PRIMARY KEY (day, deck, languages, hour, phase)
            ) STRICT, WITHOUT ROWID;

            -- Cards that a transaction has moved, with the decks that they were in; empty between transactions.
            CREATE TABLE tally_move (
                card INTEGER NOT NULL PRIMARY KEY,
                face TEXT NOT NULL,
                deck INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TRIGGER tally_card_moved AFTER UPDATE OF deck ON card
            WHEN old.deck IS NOT new.deck
            BEGIN
                INSERT INTO tally_move (card, face, deck)
                SELECT new.id, new.face, CASE
                    WHEN note.binned IS NULL THEN coalesce(old.deck, note.deck)
                    ELSE 0
                END
                FROM note
                WHERE note.id = new.note
                ON CONFLICT DO NOTHING;
            END;

            CREATE TRIGGER tally_note_moved AFTER UPDATE OF deck, binned ON note
            WHEN old.deck <> new.deck OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                INSERT INTO tally_move (card, face, deck)
                SELECT id, face, CASE
                    WHEN old.binned IS NULL THEN coalesce(deck, old.deck)
                    ELSE 0
                END
                FROM card
                WHERE note = new.id
                ON CONFLICT DO NOTHING;
            END;

            CREATE TRIGGER tally_note_deleted BEFORE DELETE ON note WHEN old.binned IS NULL
            BEGIN
                INSERT INTO tally_move (card, face, deck)
                SELECT id, face, coalesce(deck, old.deck)
                FROM card
                WHERE note = old.id
                ON CONFLICT DO NOTHING;
            END;
            """
    )
}
