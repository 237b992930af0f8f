import CSQLite
internal import Glibc

/// Sorts rows by an integer key, on disk where they exceed a memory limit.
package struct RowSorter: ~Copyable {
    private let folder: String
    private let maxBytes: Int
    private var record = RecordEncoder()
    private var entries: [Entry] = []
    private var bytes = ByteBuffer()
    private var runs: [SortedRun] = []

    private struct Entry {
        let key: Int64
        let other: Int64
        let start: UInt32
        let count: UInt32

        /// The key with its sign bit flipped, so that unsigned order is the order of keys.
        var sortBits: UInt64 { UInt64(bitPattern: key) ^ 1 << 63 }
        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// - Parameters:
    ///   - folder: Where rows beyond the limit go, in unnamed files.
    ///   - maxBytes: How much memory rows may take.
    package init(in folder: String, maxBytes: Int = 16 << 20) {
        self.folder = folder
        self.maxBytes = min(maxBytes, Int(UInt32.max) / 2)
    }

    /// Adds a row, with another integer that accompanies it.
    package mutating func add(
        _ key: Int64,
        _ other: Int64 = 0,
        _ columns: (inout RecordEncoder) -> Void
    ) throws(DatabaseError) {
        columns(&record)
        let start = bytes.count
        record.finish(into: &bytes)
        try insert(key, other, from: start)
    }

    /// Adds two integers without a row.
    package mutating func add(_ key: Int64, _ other: Int64) throws(DatabaseError) {
        try insert(key, other, from: bytes.count)
    }

    private mutating func insert(
        _ key: Int64,
        _ other: Int64,
        from start: Int
    ) throws(DatabaseError) {
        let count = bytes.count - start
        entries.append(Entry(key: key, other: other, start: UInt32(start), count: UInt32(count)))
        if bytes.count + entries.count * MemoryLayout<Entry>.size >= maxBytes { try writeRun() }
    }

    /// Passes the rows to `body` in order; rows of one key stay in the order in which they were added.
    package mutating func forEach(
        _ body: (_ key: Int64, _ other: Int64, _ row: UnsafeRawBufferPointer) throws(DatabaseError)
            -> Void
    ) throws(DatabaseError) {
        guard !runs.isEmpty else {
            sort()
            return try bytes.withBytes { bytes throws(DatabaseError) in
                for (index, entry) in entries.enumerated() {
                    // Rows are scattered in memory, and a cache miss costs more than writing a row.
                    let ahead = min(index + 8, entries.count - 1)
                    omena_prefetch(bytes.baseAddress.map { $0 + Int(entries[ahead].start) })
                    let row = UnsafeRawBufferPointer(rebasing: bytes[entry.range])
                    try body(entry.key, entry.other, row)
                }
            }
        }
        if !entries.isEmpty { try writeRun() }
        for run in runs { try run.rewind() }
        // A linear search, as there are few runs; of two at the same key the earlier run wins.
        while let run = runs.lazy.filter({ !$0.isOver }).min(by: { $0.key < $1.key }) {
            try run.withRow { row throws(DatabaseError) in try body(run.key, run.other, row) }
            try run.advance()
        }
    }

    private mutating func sort() { entries.radixSort(by: \.sortBits) }

    private mutating func writeRun() throws(DatabaseError) {
        sort()
        let run = try SortedRun(in: folder)
        try bytes.withBytes { bytes throws(DatabaseError) in
            for entry in entries {
                let row = UnsafeRawBufferPointer(rebasing: bytes[entry.range])
                try run.write(entry.key, entry.other, row)
            }
        }
        runs.append(run)
        entries.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }
}

/// Sorted rows on disk, written once and then read once.
private final class SortedRun {
    private(set) var key: Int64 = 0
    private(set) var other: Int64 = 0
    private(set) var isOver = false
    private var row = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0
    private let file: UnsafeMutablePointer<FILE>

    /// Creates an unnamed file, which the system deletes when it is closed.
    init(in folder: String) throws(DatabaseError) {
        var path = Array("\(folder)/rows-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw BTreeFile.failure }
        unlink(path)
        guard let file = fdopen(descriptor, "w+") else { throw BTreeFile.failure }
        self.file = file
    }

    deinit {
        fclose(file)
        row.deallocate()
    }

    func write(
        _ key: Int64,
        _ other: Int64,
        _ row: UnsafeRawBufferPointer
    ) throws(DatabaseError) {
        var header = (key, other, row.count)
        guard fwrite(&header, 8, 3, file) == 3,
            fwrite(row.baseAddress, 1, row.count, file) == row.count
        else { throw BTreeFile.failure }
    }

    /// Moves to the first row.
    func rewind() throws(DatabaseError) {
        guard fseek(file, 0, SEEK_SET) == 0 else { throw BTreeFile.failure }
        try advance()
    }

    /// Moves to the next row.
    func advance() throws(DatabaseError) {
        var header: (key: Int64, other: Int64, count: Int) = (0, 0, 0)
        guard fread(&header, 8, 3, file) == 3 else {
            guard ferror(file) == 0 else { throw BTreeFile.failure }
            isOver = true
            return
        }
        (key, other, count) = header
        if row.count < count {
            row.deallocate()
            row = .allocate(byteCount: 2 * count, alignment: 1)
        }
        guard fread(row.baseAddress, 1, count, file) == count else { throw BTreeFile.failure }
    }

    func withRow(
        _ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try body(UnsafeRawBufferPointer(rebasing: row[..<count]))
    }
}
