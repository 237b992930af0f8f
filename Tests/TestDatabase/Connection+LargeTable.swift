package import SQLite

extension Connection {
    /// Creates a table of 600 rows that need more memory than SQLite may use, so that a copy writes pages before it is complete.
    package func createLargeTable() throws {
        try execute(
            script: """
                CREATE TABLE thing (id INTEGER PRIMARY KEY, content BLOB);
                INSERT INTO thing (id, content)
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 600)
                SELECT n, randomblob(60000) FROM number;
                """
        )
    }
}
