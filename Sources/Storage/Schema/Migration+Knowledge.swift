extension Migration {
    /// Keeps what a learner knew, day by day, so that the past stays what it was when the scheduler learns more.
    static let knowledge = Migration(
        name: "knowledge",
        sql: """
            -- What was known at the start of a day of the learner, in a language (without its script), or of everything (an
            -- empty language): how many notes were known and being learned, and the sum of their probabilities of recall.
            -- Days before the library was used every day are computed from the log, one a week.
            CREATE TABLE knowledge (
                day INTEGER NOT NULL,
                language TEXT NOT NULL,
                known INTEGER NOT NULL,
                learning INTEGER NOT NULL,
                recall REAL NOT NULL,
                is_computed INTEGER NOT NULL,
                PRIMARY KEY (day, language)
            ) STRICT, WITHOUT ROWID;
            """
    )
}
