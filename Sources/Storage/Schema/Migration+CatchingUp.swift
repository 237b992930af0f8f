extension Migration {
    /// Defers building what only searches need until after a large import.
    static let catchingUp = Migration(
        name: "catching up",
        sql: """
            -- Indexes that are yet to be built, each with the statement that creates it. From here on
            -- `note_search_change` may contain notes between transactions too; see `Writer.finishIndexing`.
            CREATE TABLE index_to_make (
                id INTEGER PRIMARY KEY,
                sql TEXT NOT NULL
            ) STRICT;
            """
    )
}
