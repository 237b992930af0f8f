extension Migration {
    /// Stores the complete state of cards, and indexes it for reviews.
    static let second = Migration(
        name: "schedules",
        sql: """
            -- `stage`: 0 new, 1 learning, 2 review, 3 relearning, the first and last at `step`. `interval` is in days,
            -- `last_day` the number of the learner's day of the last review.
            ALTER TABLE card ADD COLUMN stage INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE card ADD COLUMN interval INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE card ADD COLUMN last_day INTEGER;

            -- How many lapses a card had when it was suspended as a leech, so that retracting the last lapse can undo
            -- the suspension; 0 if it was not.
            ALTER TABLE card ADD COLUMN leech_lapses INTEGER NOT NULL DEFAULT 0;

            -- The deck from which the card is dealt: its own or its note's; NULL while the card is suspended or its note
            -- is in the bin. The triggers below maintain it.
            ALTER TABLE card ADD COLUMN dealing_deck INTEGER;

            -- How many reviews the card had when the pressed button was shown.
            ALTER TABLE event ADD COLUMN reviews INTEGER;

            UPDATE card
            SET dealing_deck = (
                SELECT coalesce(card.deck, note.deck)
                FROM note
                WHERE note.id = card.note
                AND note.binned IS NULL
            )
            WHERE is_suspended = 0;

            DROP INDEX card_by_due;
            CREATE INDEX card_by_due ON card (dealing_deck, due, note)
            WHERE dealing_deck IS NOT NULL AND due IS NOT NULL;
            CREATE INDEX card_by_last_day ON card (last_day, note) WHERE last_day IS NOT NULL;

            CREATE TRIGGER card_inserted AFTER INSERT ON card WHEN new.is_suspended = 0
            BEGIN
                UPDATE card
                SET dealing_deck = (
                    SELECT coalesce(new.deck, note.deck)
                    FROM note
                    WHERE note.id = new.note
                    AND note.binned IS NULL
                )
                WHERE id = new.id;
            END;

            CREATE TRIGGER card_updated AFTER UPDATE OF note, deck, is_suspended ON card
            BEGIN
                UPDATE card
                SET dealing_deck = (
                    SELECT coalesce(new.deck, note.deck)
                    FROM note
                    WHERE note.id = new.note
                    AND note.binned IS NULL
                    AND new.is_suspended = 0
                )
                WHERE id = new.id;
            END;

            CREATE TRIGGER note_moved AFTER UPDATE OF deck, binned ON note
            WHEN old.deck <> new.deck OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                UPDATE card
                SET dealing_deck = CASE
                    WHEN new.binned IS NULL AND is_suspended = 0 THEN coalesce(deck, new.deck)
                END
                WHERE note = new.id;
            END;
            """
    )
}
