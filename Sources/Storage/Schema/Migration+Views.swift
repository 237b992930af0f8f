extension Migration {
    /// Adds views that several statements share.
    static let views = Migration(
        name: "views",
        sql: """
            -- The log without retracted events.
            CREATE VIEW standing_event AS
            SELECT *
            FROM event
            WHERE NOT EXISTS (
                SELECT 1
                FROM event AS retraction
                WHERE retraction.retracted = event.id
                AND retraction.card = event.card
            );

            -- A card's marks, and the state derived from its log.
            CREATE VIEW kept_card AS
            SELECT id, note, face, deck, is_suspended, burial, flag,
                stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day
            FROM card;

            -- What determines the order of cards that were reviewed before and can be dealt.
            CREATE VIEW due_card AS
            SELECT id, note, dealing_deck, due, stage, stability, difficulty, last_day, buried
            FROM card
            WHERE dealing_deck IS NOT NULL
            AND due IS NOT NULL;
            """
    )
}
