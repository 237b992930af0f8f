/// Divides the rows of a log, by its size alone, into chunks that cores process in parallel.
struct RowChunks {
    private let rows: Int

    private static let size = 1 << 16

    init(rows: Int) { self.rows = rows }

    var count: Int { (rows + Self.size - 1) / Self.size }

    subscript(chunk: Int) -> Range<Int> {
        chunk * Self.size..<min((chunk + 1) * Self.size, rows)
    }
}
