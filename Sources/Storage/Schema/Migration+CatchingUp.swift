extension Migration {
    /// After a large import, what only searches need is made later.
    static let catchingUp = Migration(
        name: "catching up",
        sql: """
            -- Indexes that are not there yet, each with what makes it. From here on `note_search_change` may hold notes
            -- between transactions too; see `Writer.finishIndexing`.
            CREATE TABLE index_to_make (
                id INTEGER PRIMARY KEY,
                sql TEXT NOT NULL
            ) STRICT;
            """
    )
}
