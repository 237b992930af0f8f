/// Writes one b-tree, a table or an index, from rows in the order of their keys.
///
/// Leaf pages are filled from left to right; when all of them are written, interior pages are built above them, level by
/// level, up to the root. Only one thread may use a writer at a time.
package final class BTreeWriter {
    private let file: BTreeFile
    private let root: UInt32
    private let hasRowID: Bool
    // Exclusive access is not checked, because that costs too much for millions of rows; the caller guarantees it.
    @exclusivity(unchecked) private var values: IndexedColumns
    @exclusivity(unchecked) private var encoder = RecordEncoder()
    @exclusivity(unchecked) private var record = ByteBuffer()
    /// What precedes the record in a cell.
    @exclusivity(unchecked) private var cellHeader = ByteBuffer()
    private let leaf: BTreePage
    @exclusivity(unchecked) private var lastKey: Int64?
    /// The pages of the current level that are written.
    private var pages: [UInt32] = []
    /// What separates each page from the next: a row ID in a table, an entry in an index.
    private var dividers: [[UInt8]] = []

    init(root: UInt32, hasRowID: Bool, _ values: consuming IndexedColumns, in file: BTreeFile) {
        self.file = file
        self.values = values
        self.root = root
        self.hasRowID = hasRowID
        leaf = BTreePage(hasRowID: hasRowID, isLeaf: true, usableSize: file.usableSize)
    }

    /// Adds a row to a table; its row ID has to exceed the previous one, and the column of the row ID is bound as NULL.
    package func add(_ key: Int64, _ columns: (inout RecordEncoder) -> Void) throws(DatabaseError) {
        try encode(columns) { row throws(DatabaseError) in try add(key, row) }
    }

    /// Adds an encoded row to a table.
    package func add(_ key: Int64, _ row: UnsafeRawBufferPointer) throws(DatabaseError) {
        try add(row, key: key)
    }

    /// Adds an entry to an index, or a row to a table without row IDs, whose primary key columns come first.
    package func add(_ columns: (inout RecordEncoder) -> Void) throws(DatabaseError) {
        try encode(columns) { row throws(DatabaseError) in try add(row) }
    }

    /// Adds an index entry of two integers.
    package func add(_ one: Int64, _ other: Int64) throws(DatabaseError) {
        try RecordEncoder.withRecord(one, other) { row throws(DatabaseError) in try add(row) }
    }

    /// Adds an encoded entry.
    package func add(_ row: UnsafeRawBufferPointer) throws(DatabaseError) { try add(row, key: nil) }

    private func encode(
        _ columns: (inout RecordEncoder) -> Void,
        _ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        columns(&encoder)
        record.removeAll()
        encoder.finish(into: &record)
        try record.withBytes(body)
    }

    private func add(_ bytes: UnsafeRawBufferPointer, key: Int64?) throws(DatabaseError) {
        precondition((key != nil) == hasRowID, "Only tables have row IDs")
        cellHeader.removeAll()
        cellHeader.append(varint: UInt64(bytes.count))
        if let key {
            precondition(lastKey.map { $0 < key } ?? true, "Row IDs have to increase")
            cellHeader.append(varint: UInt64(bitPattern: key))
        }
        let count = leaf.localCount(of: bytes.count)
        let local = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        let overflow = rest.isEmpty ? nil : try writeOverflow(rest)
        let size = cellHeader.count + count + (overflow == nil ? 0 : 4)
        if !leaf.fits(size) { try finishLeaf() }
        cellHeader.withBytes { leaf.append($0, local, overflow) }
        lastKey = key
        values.add(key, bytes)
    }

    /// The indexes that `writeIndex` can write once all rows are added.
    package var indexes: [String] { values.indexes.map(\.name) }

    /// Writes an index; false if SQLite has to, because memory ran out, two rows violate its uniqueness, or a column holds the
    /// least integer.
    ///
    /// Once all rows are added, it may be called for several indexes at the same time.
    package func writeIndex(_ index: String) throws -> Bool {
        guard let index = values.indexes.first(where: { $0.name == index }) else { return false }
        return try values.write(index, in: file.tree(of: index))
    }

    /// Writes a full leaf; in an index, its last entry moves up to separate it from the next leaf.
    private func finishLeaf() throws(DatabaseError) {
        if let lastKey, hasRowID {
            var key = ByteBuffer()
            key.append(varint: UInt64(bitPattern: lastKey))
            dividers.append(key.withBytes { [UInt8]($0) })
        } else {
            dividers.append(leaf.removeLast())
        }
        pages.append(try leaf.withBytes(file.append))
        leaf.removeAll()
    }

    /// Writes the rest of a long record from its end to its start, because each overflow page holds the number of the next.
    private func writeOverflow(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) -> UInt32 {
        let size = file.usableSize - 4
        var next: UInt32 = 0
        var page = ByteBuffer()
        for start in stride(from: 0, to: bytes.count, by: size).reversed() {
            page.removeAll()
            page.append(bigEndian: UInt64(next), count: 4)
            let end = min(start + size, bytes.count)
            page.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            page.append(zeros: BTreeFile.pageSize - page.count)
            next = try page.withBytes(file.append)
        }
        return next
    }

    /// Writes the last leaf and the interior pages.
    package func finish() throws(DatabaseError) {
        guard !pages.isEmpty else { return try write(leaf) }
        pages.append(try leaf.withBytes(file.append))
        while true {
            let above = levelAbove()
            guard above.count > 1 else { return try write(above[0].page) }
            pages = []
            for (page, _) in above { pages.append(try page.withBytes(file.append)) }
            dividers = above.dropLast().map(\.divider)
        }
    }

    private func write(_ page: BTreePage) throws(DatabaseError) {
        try page.withBytes { bytes throws(DatabaseError) in try file.write(bytes, to: root) }
    }

    /// The interior pages that point to the current level, each with what separates it from the next.
    private func levelAbove() -> [(page: BTreePage, divider: [UInt8])] {
        var level: [(BTreePage, [UInt8])] = []
        var child = 0
        while child < pages.count {
            let page = BTreePage(
                hasRowID: hasRowID,
                isLeaf: false,
                usableSize: file.usableSize
            )
            while child < dividers.count, page.fits(4 + dividers[child].count) {
                page.append(pages[child], dividers[child])
                child += 1
            }
            // The next page would have one child and no cell, which the format does not allow: leave it another child.
            if child == dividers.count - 1 {
                _ = page.removeLast()
                child -= 1
            }
            page.setRightmost(pages[child])
            level.append((page, child < dividers.count ? dividers[child] : []))
            child += 1
        }
        return level
    }
}

/// One page: a header, pointers to its cells, and the cells themselves, which grow from the end of the page.
private final class BTreePage {
    private let kind: UInt8
    private let hasRowID: Bool
    private let headerSize: Int
    /// The size of the page without its checksum.
    private let usableSize: Int
    @exclusivity(unchecked) private var count = 0
    /// The offset of the last cell.
    @exclusivity(unchecked) private var content: Int
    private let page = UnsafeMutableRawBufferPointer.allocate(
        byteCount: BTreeFile.pageSize,
        alignment: 8
    )

    init(hasRowID: Bool, isLeaf: Bool, usableSize: Int) {
        self.hasRowID = hasRowID
        self.usableSize = usableSize
        content = usableSize
        kind = (hasRowID ? 5 : 2) + (isLeaf ? 8 : 0)
        headerSize = isLeaf ? 8 : 12
        removeAll()
    }

    deinit { page.deallocate() }

    /// How many bytes of a record stay on its page; the rest goes to overflow pages.
    func localCount(of size: Int) -> Int {
        let most = hasRowID ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
        guard size > most else { return size }
        let least = (usableSize - 12) * 32 / 255 - 23
        let count = least + (size - least) % (usableSize - 4)
        return count <= most ? count : least
    }

    func fits(_ size: Int) -> Bool { headerSize + 2 * (count + 1) + size <= content }

    /// Adds a cell: what precedes the record, the local part of the record, and its first overflow page.
    func append(
        _ header: UnsafeRawBufferPointer,
        _ record: UnsafeRawBufferPointer,
        _ overflow: UInt32?
    ) {
        content -= header.count + record.count + (overflow == nil ? 0 : 4)
        let cell = UnsafeMutableRawBufferPointer(rebasing: page[content...])
        cell.copyMemory(from: header)
        UnsafeMutableRawBufferPointer(rebasing: cell[header.count...]).copyMemory(from: record)
        if let overflow { page.put(overflow, at: content + header.count + record.count) }
        page.put(UInt16(content), at: headerSize + 2 * count)
        count += 1
    }

    /// Adds a cell that points to a child page.
    func append(_ number: UInt32, _ divider: [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { number in
            divider.withUnsafeBytes { append(number, $0, nil) }
        }
    }

    /// Sets the child page that holds what follows the last cell.
    func setRightmost(_ number: UInt32) { page.put(number, at: 8) }

    func removeLast() -> [UInt8] {
        count -= 1
        let before = headerSize + 2 * (count - 1)
        let end = count == 0 ? usableSize : Int(page[before]) << 8 | Int(page[before + 1])
        let cell = [UInt8](page[content..<end])
        content = end
        return cell
    }

    func removeAll() {
        count = 0
        content = usableSize
        page.initializeMemory(as: UInt8.self, repeating: 0)
    }

    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        page[0] = kind
        page.put(UInt16(count), at: 3)
        page.put(UInt16(content), at: 5)
        return try body(UnsafeRawBufferPointer(page))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes a number, the highest byte first.
    fileprivate func put(_ number: some FixedWidthInteger, at offset: Int) {
        storeBytes(of: number.bigEndian, toByteOffset: offset, as: type(of: number))
    }
}
