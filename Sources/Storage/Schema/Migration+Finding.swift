extension Migration {
    /// Indexes every column of cards and notes that a query may test, so that finding a few is fast in a large library.
    ///
    /// Partial indexes contain the few cards that are suspended, flagged or forgotten.
    static let finding = Migration(
        name: "finding",
        sql: """
            CREATE INDEX card_by_stage ON card (stage, note);
            CREATE INDEX card_by_stability ON card (stability, note) WHERE stability IS NOT NULL;
            CREATE INDEX card_by_difficulty ON card (difficulty, note)
            WHERE difficulty IS NOT NULL;
            CREATE INDEX card_by_interval ON card (interval, note) WHERE due IS NOT NULL;
            CREATE INDEX card_by_reviews ON card (reviews, note) WHERE reviews > 0;
            CREATE INDEX card_by_lapses ON card (lapses, note) WHERE lapses > 0;
            CREATE INDEX card_by_flag ON card (flag, note) WHERE flag > 0;
            CREATE INDEX card_by_suspension ON card (note) WHERE is_suspended = 1;

            -- Includes suspended cards, which are not dealt, because `due<3` finds them.
            DROP INDEX card_by_load;
            CREATE INDEX card_by_load ON card (due, dealing_deck, note) WHERE due IS NOT NULL;

            CREATE INDEX note_by_word_type ON note (word_type)
            WHERE word_type IS NOT NULL AND binned IS NULL;
            """
    )
}
