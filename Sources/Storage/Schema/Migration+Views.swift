extension Migration {
    /// Views for what several statements have in common.
    static let views = Migration(
        name: "views",
        sql: """
            -- The log without what was taken back.
            CREATE VIEW standing_event AS
            SELECT *
            FROM event
            WHERE NOT EXISTS (
                SELECT 1
                FROM event AS retraction
                WHERE retraction.retracted = event.id
                AND retraction.card = event.card
            );

            -- A card's marks, and what its log comes to.
            CREATE VIEW kept_card AS
            SELECT id, note, face, deck, is_suspended, burial, flag,
                stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day
            FROM card;

            -- What decides the order of cards that were reviewed before and may be dealt.
            CREATE VIEW due_card AS
            SELECT id, note, dealing_deck, due, stage, stability, difficulty, last_day, buried
            FROM card
            WHERE dealing_deck IS NOT NULL
            AND due IS NOT NULL;
            """
    )
}
