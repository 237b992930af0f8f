internal import Compression
internal import Notes
internal import SQLite
internal import Storage

// The facts as a page of a sync, after its length; then the tables and the reused sequences, if any.

extension SharedChanges {
    /// No transaction unpacks to more than this.
    private static let maximumSize = 1 << 30

    var encoded: [UInt8] {
        let page = SyncPageContent(library: library, page: page).bytes(with: facts)
        var start = FactEncoder()
        start.add(unsigned: UInt64(page.count))
        guard !tables.isEmpty || !reused.sequences.isEmpty else { return start.bytes + page }
        var end = FactEncoder()
        end.add(unsigned: UInt64(tables.count))
        for (name, rows) in tables.sorted(by: { $0.key < $1.key }) {
            end.add(text: name)
            end.add(unsigned: UInt64(rows.count))
            for row in rows { end.add(row) }
        }
        // Left out if it is empty, as it nearly always is.
        if !reused.sequences.isEmpty { end.add(reused) }
        return start.bytes + page + Zstd.compress(end.bytes)
    }

    /// Reads what `encoded` wrote; anything else is an error.
    init(reading bytes: [UInt8]) throws {
        var start = FactDecoder(Array(bytes.prefix(10)))
        let size = try start.unsigned()
        var length = FactEncoder()
        length.add(unsigned: size)
        let begin = length.bytes.count
        guard size <= UInt64(max(0, bytes.count - begin)) else { throw SyncPageContent.Flaw() }
        let end = begin + Int(clamping: size)
        let content = try SyncPageContent(
            reading: Array(bytes[begin..<end]),
            limit: Self.maximumSize
        )
        var tables: [String: [[String: Value]]] = [:]
        var reused = SyncVector()
        if end < bytes.count {
            let raw = try Zstd.decompress(
                Array(bytes[end...]),
                named: "tables",
                limit: Self.maximumSize
            )
            var rest = FactDecoder(raw)
            for _ in 0..<(try rest.unsigned()) {
                let name = try rest.text()
                var rows: [[String: Value]] = []
                for _ in 0..<(try rest.unsigned()) { rows.append(try rest.values() ?? [:]) }
                tables[name] = rows
            }
            if !rest.isAtEnd { reused = try rest.vector() }
        }
        self.init(library: content.library, page: content.page, tables: tables)
        self.reused = reused
    }
}
