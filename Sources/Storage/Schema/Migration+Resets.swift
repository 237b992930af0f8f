extension Migration {
    /// Finds new cards that have been reviewed before, such as `rated:1 is:new`, without scanning all new cards.
    static let resets = Migration(
        name: "resets",
        sql: """
            -- Cards that were reset, or imported as new with a memory. Most libraries have few of them, and most
            -- conditions on numbers of cards are met by no other new card.
            CREATE INDEX card_reset ON card (stage, note)
            WHERE stage = 0 AND (reviewed IS NOT NULL OR last_day IS NOT NULL OR due IS NOT NULL
                OR stability IS NOT NULL OR difficulty IS NOT NULL OR reviews > 0 OR lapses > 0);
            """
    )
}
