/// A table or an index on its way into a file, row after row.
///
/// Its leaves are filled from the first to the last; when all are written, the pages that lead to them are built upon them,
/// floor after floor, up to the root.
///
/// Of a table it may keep what those of its indexes hold that hold nothing but numbers and texts.
public final class LaidTree: @unchecked Sendable {
    private let file: LaidFile
    private let root: UInt32
    private let isTable: Bool
    // One thread at a time has a tree, and rows come by the million: that no two use these at once is not looked at.
    @exclusivity(unchecked) private var values: LaidValues
    @exclusivity(unchecked) private var row = LaidRow()
    @exclusivity(unchecked) private var whole = ByteRoom()
    /// What stands before a row.
    @exclusivity(unchecked) private var head = ByteRoom()
    private let leaf: LaidPage
    @exclusivity(unchecked) private var last: Int64?
    /// The leaves that are written, and what parts each from the next: of tables a key, of others an entry.
    private var pages: [UInt32] = []
    private var partings: [[UInt8]] = []

    init(root: UInt32, isTable: Bool, _ values: consuming LaidValues, in file: LaidFile) {
        self.file = file
        self.values = values
        self.root = root
        self.isTable = isTable
        leaf = LaidPage(isTable: isTable, isLeaf: true)
    }

    /// Adds a row to a table, whose key is above those before it; the key's own column is bound as nothing.
    public func add(_ key: Int64, _ columns: (inout LaidRow) -> Void) throws(DatabaseError) {
        try finish(columns) { row throws(DatabaseError) in try add(key, row) }
    }

    /// The same for a row that was put down before.
    public func add(_ key: Int64, _ row: UnsafeRawBufferPointer) throws(DatabaseError) {
        try add(row, key: key)
    }

    /// Adds an entry to an index, or a row to a table that has no key but its columns: those that order it first.
    public func add(_ columns: (inout LaidRow) -> Void) throws(DatabaseError) {
        try finish(columns) { row throws(DatabaseError) in try add(row) }
    }

    /// The same for an entry of two numbers, which most indexes hold.
    public func add(_ one: Int64, _ other: Int64) throws(DatabaseError) {
        try LaidRow.withRow(one, other) { row throws(DatabaseError) in try add(row) }
    }

    /// The same for an entry that was put down before.
    public func add(_ row: UnsafeRawBufferPointer) throws(DatabaseError) { try add(row, key: nil) }

    private func finish(
        _ columns: (inout LaidRow) -> Void,
        _ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        columns(&row)
        whole.removeAll()
        row.finish(into: &whole)
        try whole.withBytes(body)
    }

    private func add(_ bytes: UnsafeRawBufferPointer, key: Int64?) throws(DatabaseError) {
        precondition((key != nil) == isTable, "A table has keys, an index has none")
        head.removeAll()
        head.append(varint: UInt64(bytes.count))
        if let key {
            precondition(last.map { $0 < key } ?? true, "Rows come in the order of their keys")
            head.append(varint: UInt64(bitPattern: key))
        }
        let count = LaidPage.countHere(of: bytes.count, isTable: isTable)
        let here = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        let page = rest.isEmpty ? nil : try overflow(rest)
        let size = head.count + count + (page == nil ? 0 : 4)
        if !leaf.hasRoom(for: size) { try turnPage() }
        head.withBytes { leaf.append($0, here, page) }
        last = key
        values.add(key, bytes)
    }

    /// The indexes that can be laid down once all rows are there, each by itself and on any thread.
    public var indexes: [String] { values.indexes.map(\.name) }

    /// Lays one of its indexes down; false where that is left to SQLite: there was too much, or two rows have what one may have.
    public func lay(_ index: String) throws -> Bool {
        guard let index = values.indexes.first(where: { $0.name == index }) else { return false }
        return try values.lay(index, in: file.tree(of: index))
    }

    /// Writes a full leaf, and parts it from the next: in an index by its own last entry, which goes up.
    private func turnPage() throws(DatabaseError) {
        if let last, isTable {
            var key = ByteRoom()
            key.append(varint: UInt64(bitPattern: last))
            partings.append(key.withBytes { [UInt8]($0) })
        } else {
            partings.append(leaf.removeLast())
        }
        pages.append(try leaf.withBytes(file.add))
        leaf.removeAll()
    }

    /// Writes the rest of a long row, from its end to its start, since each page names the one behind it.
    private func overflow(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) -> UInt32 {
        let size = LaidFile.pageSize - 4
        var next: UInt32 = 0
        var page = ByteRoom()
        for start in stride(from: 0, to: bytes.count, by: size).reversed() {
            page.removeAll()
            page.append(bigEndian: UInt64(next), count: 4)
            let end = min(start + size, bytes.count)
            page.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            page.append(zeros: LaidFile.pageSize - page.count)
            next = try page.withBytes(file.add)
        }
        return next
    }

    /// Writes what is left, and builds what leads to it.
    public func finish() throws(DatabaseError) {
        guard !pages.isEmpty else { return try write(leaf) }
        pages.append(try leaf.withBytes(file.add))
        while true {
            let above = floorAbove()
            guard above.count > 1 else { return try write(above[0].page) }
            pages = []
            for (page, _) in above { pages.append(try page.withBytes(file.add)) }
            partings = above.dropLast().map(\.parting)
        }
    }

    private func write(_ page: LaidPage) throws(DatabaseError) {
        try page.withBytes { bytes throws(DatabaseError) in try file.write(bytes, to: root) }
    }

    /// The pages that lead to those below, each with what parts it from the next.
    private func floorAbove() -> [(page: LaidPage, parting: [UInt8])] {
        var floor: [(LaidPage, [UInt8])] = []
        var place = 0
        while place < pages.count {
            let page = LaidPage(isTable: isTable, isLeaf: false)
            while place < partings.count, page.hasRoom(for: 4 + partings[place].count) {
                page.append(pages[place], partings[place])
                place += 1
            }
            // One page alone leads nowhere by itself: the next floor page would hold no parting.
            if place == partings.count - 1 {
                _ = page.removeLast()
                place -= 1
            }
            page.setLast(pages[place])
            floor.append((page, place < partings.count ? partings[place] : []))
            place += 1
        }
        return floor
    }
}

/// One page of a tree: a head, where its cells are, and from its end on the cells themselves.
private final class LaidPage {
    private let kind: UInt8
    private let headSize: Int
    @exclusivity(unchecked) private var count = 0
    /// Where the last cell begins.
    @exclusivity(unchecked) private var content = LaidFile.pageSize
    private let page = UnsafeMutableRawBufferPointer.allocate(
        byteCount: LaidFile.pageSize,
        alignment: 8
    )

    init(isTable: Bool, isLeaf: Bool) {
        kind = (isTable ? 5 : 2) + (isLeaf ? 8 : 0)
        headSize = isLeaf ? 8 : 12
        removeAll()
    }

    deinit { page.deallocate() }

    /// How many bytes of a row stand on its page; the rest overflows.
    static func countHere(of size: Int, isTable: Bool) -> Int {
        let usable = LaidFile.pageSize
        let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard size > most else { return size }
        let least = (usable - 12) * 32 / 255 - 23
        let count = least + (size - least) % (usable - 4)
        return count <= most ? count : least
    }

    func hasRoom(for size: Int) -> Bool { headSize + 2 * (count + 1) + size <= content }

    /// Adds a cell of what stands before a row, what of the row stands here, and the page on which it goes on.
    func append(
        _ head: UnsafeRawBufferPointer,
        _ row: UnsafeRawBufferPointer,
        _ next: UInt32?
    ) {
        content -= head.count + row.count + (next == nil ? 0 : 4)
        let cell = UnsafeMutableRawBufferPointer(rebasing: page[content...])
        cell.copyMemory(from: head)
        UnsafeMutableRawBufferPointer(rebasing: cell[head.count...]).copyMemory(from: row)
        if let next { page.put(next, at: content + head.count + row.count) }
        page.put(UInt16(content), at: headSize + 2 * count)
        count += 1
    }

    /// Adds what leads to a page below.
    func append(_ number: UInt32, _ parting: [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { number in
            parting.withUnsafeBytes { append(number, $0, nil) }
        }
    }

    /// Says which page below holds what comes after all partings.
    func setLast(_ number: UInt32) { page.put(number, at: 8) }

    /// Takes the last cell away.
    func removeLast() -> [UInt8] {
        count -= 1
        let before = headSize + 2 * (count - 1)
        let end = count == 0 ? page.count : Int(page[before]) << 8 | Int(page[before + 1])
        let cell = [UInt8](page[content..<end])
        content = end
        return cell
    }

    func removeAll() {
        count = 0
        content = page.count
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
    fileprivate func put(_ number: some FixedWidthInteger, at place: Int) {
        storeBytes(of: number.bigEndian, toByteOffset: place, as: type(of: number))
    }
}
