internal import SQLite

/// What indexes gave, kept for as long as nobody changes the file.
///
/// Whoever types asks the same conditions with every letter, and whoever scrolls through what no index gives in the order
/// of the list asks for all of it with every stretch.
final class KeptRows {
    private var tables: [SQL: RowTable] = [:]
    private var size = 0

    /// How many bytes they take at most.
    private static let most = 4 << 20

    subscript(sql: SQL) -> RowTable? { tables[sql] }

    func contains(_ sql: SQL) -> Bool { tables[sql] != nil }

    /// Whether it has the notes of a set, or its cards.
    func contains(_ set: SearchSet) -> Bool {
        guard case .cards = set.start else { return contains(set.rows) }
        return [false, true].contains { isOfCards in
            var set = set
            set.isOfCards = isOfCards
            return contains(set.rows)
        }
    }

    /// Keeps what was read; where there is no room, what was kept before goes.
    func keep(_ table: RowTable, of sql: SQL) {
        guard table.size <= Self.most / 2 else { return }
        if size + table.size > Self.most { (tables, size) = ([:], 0) }
        size += table.size - (tables[sql]?.size ?? 0)
        tables[sql] = table
    }
}
