extension Migration {
    /// Remembers which sequences of a replica two facts have.
    static let reusedSequences = Migration(
        name: "reused sequences",
        sql: """
            -- The first sequence that the replica has given to two facts; NULL if it has not, as far as is known.
            ALTER TABLE replica ADD COLUMN reused INTEGER;
            """
    )
}
