internal import Glibc
internal import Threads

/// A database file whose b-trees are written page after page from rows that are already in order.
///
/// SQLite spends most of an insertion on finding, splitting and balancing pages; sorted rows need none of that. SQLite
/// itself creates the file with its empty tables and indexes, and SQLite reads it afterwards; see the README beside this
/// file for what is written and how it is verified. Different trees may be written on different threads; the file must not
/// be opened elsewhere before `finish`.
package final class BTreeFile: Sendable {
    static let pageSize = CheckedPage.size
    /// SQLite locks a file by bytes from this offset on and leaves the page there unused.
    private static let lockOffset = CheckedPage.unused * pageSize
    private static let pagesAtOnce = 256
    /// For each table; enough for the indexed columns of 780,000 answers or 370,000 cards, beyond which SQLite makes the indexes.
    private static let maxIndexedBytes = 48 << 20

    package let path: String
    /// The size of a page without its checksum.
    let usableSize: Int
    /// Only set by tests, which record what is written.
    private let files: SealedFiles?
    private let descriptor: Int32
    private let schema: Schema
    private let lock = Lock()
    // Free of races because it is used only while `lock` is held.
    private nonisolated(unsafe) var pages: Pages

    fileprivate struct Schema {
        var trees: [String: Tree] = [:]
        /// By table.
        var indexes: [String: [BTreeIndex]] = [:]
    }

    fileprivate struct Tree {
        let root: UInt32
        let hasRowID: Bool
        let columns: [String]
    }

    private struct Pages: ~Copyable {
        var count: UInt32
        /// Pages at the end of the file that are not written yet.
        var pending = ByteBuffer()
        var sink: Sink?

        var size: Int { Int(count) * BTreeFile.pageSize }
    }

    package typealias Sink = (UnsafeRawBufferPointer) throws(DatabaseError) -> Void

    /// The size of the file so far, in bytes.
    package var size: Int { lock.withLock { pages.size } }

    package var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// Creates a file; fails if one exists.
    ///
    /// - Parameters:
    ///   - files: A recording file system, for tests.
    ///   - schema: The script that creates the tables and indexes.
    ///   - hasChecksums: Whether pages end in checksums, which only programs that know them can write.
    ///   - extensions: What the schema uses beyond SQLite.
    package init(
        path: String,
        in files: SealedFiles? = nil,
        schema: String,
        hasChecksums: Bool,
        extensions: ConnectionExtensions = .none
    ) throws {
        precondition(files?.isSealing != true, "The b-tree writer cannot encrypt")
        self.path = path
        self.files = files
        usableSize = Self.pageSize - (hasChecksums ? PageChecksum.size : 0)
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        let pageCount: UInt32
        do {
            let connection = try Connection(
                path: path,
                in: files,
                access: .copy,
                applicationID: 0,
                extensions: extensions
            )
            if hasChecksums { try connection.reserveChecksums() }
            try connection.execute(script: "PRAGMA page_size = \(Self.pageSize)")
            // One transaction, because each one waits for the disk.
            try connection.transaction(.write) { try connection.execute(script: schema) }
            self.schema = try Schema(connection)
            pageCount = try connection.row("PRAGMA page_count") { UInt32($0.int(0)) } ?? 0
            try connection.close()
        } catch {
            close(descriptor)
            throw error
        }
        pages = Pages(count: pageCount)
    }

    deinit { close(descriptor) }

    /// Passes new pages in order to `sink` instead of writing them; the file then contains only the pages that existed before.
    package func redirect(to sink: Sink?) { lock.withLock { pages.sink = sink } }

    /// The writer of an empty table or index.
    ///
    /// - Parameters:
    ///   - columns: The columns of the rows to be added, which have to be those of the table, in its order.
    ///   - withIndexes: Whether `writeIndex` will be called for indexes of the table.
    package func tree(
        _ name: StaticString,
        columns: [StaticString]? = nil,
        withIndexes: Bool = false
    ) -> BTreeWriter {
        let tree = tree(named: "\(name)")
        if let columns {
            precondition(
                columns.map { "\($0)" } == tree.columns,
                "The columns of \(name) are \(tree.columns)"
            )
        }
        let values = IndexedColumns(
            of: withIndexes ? schema.indexes["\(name)"] ?? [] : [],
            maxBytes: Self.maxIndexedBytes
        )
        return BTreeWriter(root: tree.root, hasRowID: tree.hasRowID, values, in: self)
    }

    /// The writer of an index whose entries come from the values of its table.
    func tree(of index: BTreeIndex) -> BTreeWriter {
        let tree = tree(named: index.name)
        let values = IndexedColumns(of: [], maxBytes: 0)
        return BTreeWriter(root: tree.root, hasRowID: tree.hasRowID, values, in: self)
    }

    private func tree(named name: String) -> Tree {
        guard let tree = schema.trees[name] else {
            preconditionFailure("No table or index is called \(name)")
        }
        return tree
    }

    /// Writes what is pending; all trees have to be finished.
    package func finish() throws(DatabaseError) {
        try lock.withLock { () throws(DatabaseError) in
            try writePending()
            let first = UnsafeMutableRawBufferPointer.allocate(
                byteCount: Self.pageSize,
                alignment: 8
            )
            defer { first.deallocate() }
            guard pread(descriptor, first.baseAddress, first.count, 0) == first.count else {
                throw Self.failure
            }
            first.storeBytes(of: pages.count.bigEndian, toByteOffset: 28, as: UInt32.self)
            try write(UnsafeRawBufferPointer(first), to: 1)
        }
    }

    package func remove() {
        unlink(path)
        files?.report { .delete(path: path) }
    }

    // MARK: - Pages

    /// Appends a page and returns its number.
    func append(_ page: UnsafeRawBufferPointer) throws(DatabaseError) -> UInt32 {
        try lock.withLock { () throws(DatabaseError) in
            if pages.size == Self.lockOffset {
                pages.pending.append(zeros: Self.pageSize)
                pages.count += 1
            }
            complete(page, at: pages.size)
            pages.pending.append(page)
            pages.count += 1
            let number = pages.count
            if pages.pending.count >= Self.pagesAtOnce * Self.pageSize { try writePending() }
            return number
        }
    }

    /// Overwrites a page that existed from the start.
    func write(_ page: UnsafeRawBufferPointer, to number: UInt32) throws(DatabaseError) {
        let offset = (Int(number) - 1) * Self.pageSize
        complete(page, at: offset)
        try write(page, at: offset)
    }

    /// Stores the checksum in a page, which belongs to a `BTreeWriter` that does not use these bytes.
    private func complete(_ page: UnsafeRawBufferPointer, at offset: Int) {
        guard usableSize < Self.pageSize else { return }
        let page = UnsafeMutableRawBufferPointer(mutating: page)
        CheckedPage(bytes: page, number: offset / Self.pageSize).complete(PageChecksum.init)
    }

    /// Writes pages while `lock` is held.
    private func writePending() throws(DatabaseError) {
        let offset = pages.size - pages.pending.count
        let sink = pages.sink
        try pages.pending.withBytes { bytes throws(DatabaseError) in
            if let sink { try sink(bytes) } else { try write(bytes, at: offset) }
        }
        pages.pending.removeAll()
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DatabaseError) {
        try Self.write(bytes, to: descriptor, at: offset)
        files?.report { .write(path: path, offset: offset, bytes: Array(bytes)) }
    }

    static func write(
        _ bytes: UnsafeRawBufferPointer,
        to descriptor: Int32,
        at offset: Int
    ) throws(DatabaseError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure }
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

extension BTreeFile.Schema {
    fileprivate init(_ connection: Connection) throws {
        try connection.forEach(
            """
            SELECT name, rootpage, type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%', type = 'table'
            FROM sqlite_schema
            WHERE rootpage > 0
            """
        ) {
            let name = $0.text(0)
            trees[name] = BTreeFile.Tree(
                root: UInt32($0.int(1)),
                hasRowID: $0.bool(2),
                columns: $0.bool(3) ? try connection.columns(of: name) : []
            )
        }
        let tables = try connection.rows(
            """
            SELECT DISTINCT tbl_name
            FROM sqlite_schema
            WHERE type = 'index'
            """
        ) { $0.text(0) }
        for table in tables {
            let hasRowID = trees[table]?.hasRowID ?? false
            indexes[table] = try BTreeIndex.all(of: table, hasRowID: hasRowID, connection)
        }
    }
}
