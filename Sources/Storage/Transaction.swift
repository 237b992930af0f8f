package import SQLite

/// Within one transaction, what can be asked of a library; the questions stand in a file a theme.
package protocol Reading: ~Copyable {
    /// What the questions are asked through; of no use outside this room.
    var connection: Connection { get }
    /// The words that notes have; of no use outside this room.
    var vocabulary: Vocabulary { get }
    /// Where what was changed lately is told from; of no use outside this room.
    var changes: ChangedRows.Position? { get }
}

/// A transaction that asks.
package struct Reader: Reading, ~Copyable {
    /// What the questions are asked through; of no use outside this room.
    package let connection: Connection
    /// The words that notes have; of no use outside this room.
    package let vocabulary: Vocabulary
    /// Where what was changed lately is told from; of no use outside this room.
    package let changes: ChangedRows.Position?
}

/// Readers of one state of a library, each for one thread at a time.
package struct SharedReaders: @unchecked Sendable {
    let connections: [Connection]
    let vocabulary: Vocabulary

    /// How many there are.
    package var count: Int { connections.count }

    /// Asks one of them, counted from 0.
    package func read<Result>(
        _ number: Int,
        _ body: (borrowing Reader) throws -> Result
    ) throws -> Result {
        try body(
            Reader(connection: connections[number], vocabulary: vocabulary, changes: nil)
        )
    }
}

/// A transaction that asks and changes.
package struct Writer: Reading, ~Copyable {
    /// What the questions are asked through; of no use outside this room.
    package let connection: Connection
    /// The words that notes have; of no use outside this room.
    package let vocabulary: Vocabulary
    /// Who writes keeps nothing.
    package var changes: ChangedRows.Position? { nil }
    /// What takes the library's place when the transaction ends, if anything does.
    let successor = Successor()
}

/// A place for a library that takes the place of the one that is written.
final class Successor {
    var library: LaidLibrary?
}
