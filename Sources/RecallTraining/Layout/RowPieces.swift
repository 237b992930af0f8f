/// The rows of a log cut into pieces, by its size alone, for cores to work on side by side.
struct RowPieces {
    private let rows: Int

    private static let size = 1 << 16

    init(rows: Int) { self.rows = rows }

    var count: Int { (rows + Self.size - 1) / Self.size }

    subscript(piece: Int) -> Range<Int> {
        piece * Self.size..<min((piece + 1) * Self.size, rows)
    }
}
