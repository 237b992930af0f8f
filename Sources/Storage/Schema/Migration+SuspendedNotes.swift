extension Migration {
    /// Counts suspended notes without scanning all others.
    static let suspendedNotes = Migration(
        name: "suspended notes",
        sql: """
            CREATE INDEX note_by_suspension ON note (cards, deck, binned) WHERE is_suspended = 1;
            """
    )
}
