extension Migration {
    /// Finds phrases by pairs of adjacent words.
    static let pairs = Migration(
        name: "pairs",
        sql: """
            -- All notes are indexed again later; see `Writer.finishIndexing`.
            INSERT INTO note_search (note_search) VALUES ('delete-all');
            DELETE FROM note_search_change;
            INSERT INTO note_search_change (note, indexed)
            SELECT id, NULL
            FROM searched_note;
            """
    )
}
