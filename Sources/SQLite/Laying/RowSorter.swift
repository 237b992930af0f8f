import CSQLite
internal import Glibc

/// Rows that come in any order and are wanted in that of a number; more of them than memory should hold lie on the disk.
public struct RowSorter: ~Copyable {
    private let folder: String
    private let mostBytes: Int
    private var row = LaidRow()
    private var places: [Place] = []
    private var bytes = ByteRoom()
    private var runs: [Run] = []

    private struct Place {
        let key: Int64
        let other: Int64
        let start: UInt32
        let count: UInt32

        /// The key, so that the order of bits is that of numbers.
        var bits: UInt64 { UInt64(bitPattern: key) ^ 1 << 63 }
        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// Begins with no rows.
    ///
    /// - Parameters:
    ///   - folder: Where those lie that memory should not hold, under no name.
    ///   - mostBytes: How much memory they may take.
    public init(in folder: String, mostBytes: Int = 16 << 20) {
        self.folder = folder
        self.mostBytes = min(mostBytes, Int(UInt32.max) / 2)
    }

    /// Takes a row, with another number that goes along with it.
    public mutating func add(
        _ key: Int64,
        _ other: Int64 = 0,
        _ columns: (inout LaidRow) -> Void
    ) throws(DatabaseError) {
        columns(&row)
        let start = bytes.count
        row.finish(into: &bytes)
        try keep(key, other, from: start)
    }

    /// Takes two numbers that need no row.
    public mutating func add(_ key: Int64, _ other: Int64) throws(DatabaseError) {
        try keep(key, other, from: bytes.count)
    }

    private mutating func keep(
        _ key: Int64,
        _ other: Int64,
        from start: Int
    ) throws(DatabaseError) {
        let count = bytes.count - start
        places.append(Place(key: key, other: other, start: UInt32(start), count: UInt32(count)))
        if bytes.count + places.count * MemoryLayout<Place>.size >= mostBytes { try writeRun() }
    }

    /// Lends the rows in order; those of one key come as they were added.
    public mutating func forEach(
        _ body: (_ key: Int64, _ other: Int64, _ row: UnsafeRawBufferPointer) throws(DatabaseError)
            -> Void
    ) throws(DatabaseError) {
        guard !runs.isEmpty else {
            sort()
            return try bytes.withBytes { bytes throws(DatabaseError) in
                for (number, place) in places.enumerated() {
                    // They lie all over memory, which takes longer to answer than to lay a row down.
                    let ahead = min(number + 8, places.count - 1)
                    omena_prefetch(bytes.baseAddress.map { $0 + Int(places[ahead].start) })
                    let row = UnsafeRawBufferPointer(rebasing: bytes[place.range])
                    try body(place.key, place.other, row)
                }
            }
        }
        if !places.isEmpty { try writeRun() }
        for run in runs { try run.rewind() }
        // There are few. Of two that come to the same key the earlier is first.
        while let run = runs.lazy.filter({ !$0.isOver }).min(by: { $0.key < $1.key }) {
            try run.lend { row throws(DatabaseError) in try body(run.key, run.other, row) }
            try run.advance()
        }
    }

    private mutating func sort() { places.sortByBits(\.bits) }

    private mutating func writeRun() throws(DatabaseError) {
        sort()
        let run = try Run(in: folder)
        try bytes.withBytes { bytes throws(DatabaseError) in
            for place in places {
                let row = UnsafeRawBufferPointer(rebasing: bytes[place.range])
                try run.write(place.key, place.other, row)
            }
        }
        runs.append(run)
        places.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }
}

/// Rows in order on the disk, written once and then read once.
private final class Run {
    private(set) var key: Int64 = 0
    private(set) var other: Int64 = 0
    private(set) var isOver = false
    private var row = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0
    private let file: UnsafeMutablePointer<FILE>

    /// In a file without a name, which goes with this value.
    init(in folder: String) throws(DatabaseError) {
        var path = Array("\(folder)/rows-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw LaidFile.failure }
        unlink(path)
        guard let file = fdopen(descriptor, "w+") else { throw LaidFile.failure }
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
        var head = (key, other, row.count)
        guard fwrite(&head, 8, 3, file) == 3,
            fwrite(row.baseAddress, 1, row.count, file) == row.count
        else { throw LaidFile.failure }
    }

    /// Goes to the first row.
    func rewind() throws(DatabaseError) {
        guard fseek(file, 0, SEEK_SET) == 0 else { throw LaidFile.failure }
        try advance()
    }

    /// Goes to the next row.
    func advance() throws(DatabaseError) {
        var head: (key: Int64, other: Int64, count: Int) = (0, 0, 0)
        guard fread(&head, 8, 3, file) == 3 else {
            guard ferror(file) == 0 else { throw LaidFile.failure }
            isOver = true
            return
        }
        (key, other, count) = head
        if row.count < count {
            row.deallocate()
            row = .allocate(byteCount: 2 * count, alignment: 1)
        }
        guard fread(row.baseAddress, 1, count, file) == count else { throw LaidFile.failure }
    }

    func lend(_ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Void) throws(DatabaseError)
    {
        try body(UnsafeRawBufferPointer(rebasing: row[..<count]))
    }
}
