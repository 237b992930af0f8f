package import Notes
internal import SQLite

/// The identity of a library.
package struct LibraryRow: Hashable, Sendable {
    /// Assigned when the library is created.
    package let id: String
    /// Incremented when a backup is restored.
    package let epoch: Int
    package let made: Moment

    /// What an epoch can be; browsers read it as a number of JavaScript.
    static let epochs = 0...1 << 53
}

extension Reading where Self: ~Copyable {
    /// The library's identity; nil while it is being created.
    package func library() throws -> LibraryRow? {
        try connection.row(
            """
            SELECT id, epoch, made
            FROM library
            """
        ) {
            LibraryRow(
                id: $0.text(0),
                epoch: $0.int(1, within: LibraryRow.epochs),
                made: $0.moment(2)
            )
        }
    }
}

extension Writer {
    /// Sets the identity of a new library.
    package func createLibrary(id: String, at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO library (id, epoch, made)
            VALUES (:id, 1, :made)
            """,
            ["id": id, "made": moment]
        )
    }

    /// Starts a new epoch, so that no browser sends events of the one before.
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
