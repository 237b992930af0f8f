package import Notes
internal import SQLite

/// What a library says of itself.
package struct LibraryRow: Hashable, Sendable {
    /// Given once, when the library is made.
    package let id: String
    /// Counts up when a backup is restored.
    package let epoch: Int
    /// When it was made.
    package let made: Moment
}

extension Reading where Self: ~Copyable {
    /// What the library says of itself; nil while it is being made.
    package func library() throws -> LibraryRow? {
        try connection.row(
            """
            SELECT id, epoch, made
            FROM library
            """
        ) { LibraryRow(id: $0.text(0), epoch: $0.int(1), made: $0.moment(2)) }
    }
}

extension Writer {
    /// Gives a new library its name.
    package func makeLibrary(id: String, at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO library (id, epoch, made)
            VALUES (:id, 1, :made)
            """,
            ["id": id, "made": moment]
        )
    }
    /// Begins a new life of the library, so that no browser sends what belongs to the life before.
    package func setEpoch(_ epoch: Int) throws {
        try connection.run(
            """
            UPDATE library
            SET epoch = :epoch
            """,
            ["epoch": epoch]
        )
    }
}
