internal import Glibc
internal import Threads

/// A database file that is laid down page after page: rows come in the order of their keys, so that nothing is looked up,
/// moved or balanced, which is most of what SQLite does for a row.
///
/// SQLite itself makes the file, with tables and indexes that are empty, and whoever reads it afterwards is SQLite; what is
/// laid into them follows its file format (https://www.sqlite.org/fileformat2.html). Each tree is for one thread at a time,
/// and the file for nobody else before `finish`.
public final class LaidFile: @unchecked Sendable {
    static let pageSize = 4_096
    /// SQLite locks files by a byte at this place, and the page that it lies in is left alone.
    private static let lockedPlace = 1 << 30
    private static let roomCount = 256

    /// Where the file lies.
    public let path: String
    private let descriptor: Int32
    private var roots: [String: (page: UInt32, isTable: Bool)] = [:]
    /// By their tables.
    private var indexes: [String: [LaidIndex]] = [:]
    private let lock = Lock()
    // All below is guarded by `lock` while trees are laid.
    /// How many pages there are, those in `room` too.
    private var count: UInt32
    /// Pages that are still to be written.
    private var room = ByteRoom()
    /// Takes what is added while it is there, in order; the file keeps what it has then, some of which changes until `finish`.
    public var taker: ((UnsafeRawBufferPointer) throws(DatabaseError) -> Void)?

    /// How many bytes it has so far.
    public var size: Int { Int(count) * Self.pageSize }

    /// Makes a file; refused where something lies there.
    ///
    /// - Parameters:
    ///   - schema: What makes its tables and indexes.
    ///   - extensions: What the schema may use beyond SQLite.
    public init(
        path: String,
        schema: String,
        extensions: ConnectionExtensions = .none
    ) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        count = 0
        let connection = try Connection(
            path: path,
            access: .copy,
            applicationID: 0,
            extensions: extensions
        )
        try connection.execute(script: "PRAGMA page_size = \(Self.pageSize)")
        // One statement at a time would wait for the disk as often.
        try connection.transaction(.write) { try connection.execute(script: schema) }
        try connection.forEach(
            """
            SELECT name, rootpage, type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'
            FROM sqlite_schema
            WHERE rootpage > 0
            """
        ) { roots[$0.text(0)] = (UInt32($0.int(1)), $0.bool(2)) }
        let tables = try connection.rows(
            """
            SELECT DISTINCT tbl_name
            FROM sqlite_schema
            WHERE type = 'index'
            """
        ) { $0.text(0) }
        for table in tables {
            let hasKey = roots[table]?.isTable ?? false
            indexes[table] = try LaidIndex.all(of: table, hasKey: hasKey, connection)
        }
        count = try connection.row("PRAGMA page_count") { UInt32($0.int(0)) } ?? 0
        try connection.close()
    }

    deinit { close(descriptor) }

    /// The folder that it lies in.
    public var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// An empty table or index, to be filled while others are.
    ///
    /// - Parameter withIndexes: Whether indexes of the table are to be laid down from its rows.
    public func tree(_ name: StaticString, withIndexes: Bool = false) -> LaidTree {
        guard let root = roots["\(name)"] else { preconditionFailure("Nothing is called \(name)") }
        let values = LaidValues(
            of: withIndexes ? indexes["\(name)"] ?? [] : [],
            mostBytes: Self.mostIndexedBytes
        )
        return LaidTree(root: root.page, isTable: root.isTable, values, in: self)
    }

    /// What indexes hold of a million answers, and some more.
    private static let mostIndexedBytes = 48 << 20

    /// An empty index that is laid down from the values of a table.
    func tree(of index: LaidIndex) -> LaidTree {
        guard let root = roots[index.name] else {
            preconditionFailure("Nothing is called \(index.name)")
        }
        let none = LaidValues(of: [], mostBytes: 0)
        return LaidTree(root: root.page, isTable: root.isTable, none, in: self)
    }

    /// Writes what is left; the trees have to be finished.
    public func finish() throws(DatabaseError) {
        try writeRoom()
        room.append(bigEndian: UInt64(count), count: 4)
        try room.withBytes { bytes throws(DatabaseError) in try write(bytes, at: 28) }
    }

    /// Takes the file away; who has it open keeps it.
    public func remove() { unlink(path) }

    // MARK: - Pages

    /// Adds a page behind the others, and returns its number.
    func add(_ page: UnsafeRawBufferPointer) throws(DatabaseError) -> UInt32 {
        try lock.withLock { () throws(DatabaseError) in
            if Int(count) * Self.pageSize == Self.lockedPlace {
                room.append(zeros: Self.pageSize)
                count += 1
            }
            room.append(page)
            count += 1
            let number = count
            if room.count >= Self.roomCount * Self.pageSize { try writeRoom() }
            return number
        }
    }

    /// Writes a page that is there already.
    func write(_ page: UnsafeRawBufferPointer, to number: UInt32) throws(DatabaseError) {
        try write(page, at: (Int(number) - 1) * Self.pageSize)
    }

    private func writeRoom() throws(DatabaseError) {
        let place = size - room.count
        try room.withBytes { bytes throws(DatabaseError) in
            if let taker { try taker(bytes) } else { try write(bytes, at: place) }
        }
        room.removeAll()
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(DatabaseError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, place + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            done += count
        }
    }

    static var failure: DatabaseError {
        let code: ResultCode =
            switch errno {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EEXIST, ENOENT, EACCES: .cannotOpen
            default: .inputOutput
            }
        return DatabaseError(code: code, message: String(cString: strerror(errno)))
    }
}
