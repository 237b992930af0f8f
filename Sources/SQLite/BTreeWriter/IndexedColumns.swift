import CSQLite
internal import Glibc

/// The indexed columns of a table's rows, collected in memory up to a limit while the rows are written.
///
/// Indexes are sorted and written from here. SQLite would read the whole table again for each index and take four times
/// as long.
struct IndexedColumns: ~Copyable {
    let indexes: [BTreeIndex]
    /// The collected columns; the row ID follows them if an index holds it.
    private let columns: [(column: Int, isText: Bool)]
    private let hasKey: Bool
    private let maxBytes: Int
    /// `width` numbers for each row; a text is represented by its offset and length in `texts`.
    private var numbers: UnsafeMutablePointer<Int64>?
    private var texts = ByteBuffer()
    private var capacity = 0
    private var count = 0
    /// Whether the indexes are left to SQLite, because memory ran out or a value cannot be distinguished from NULL here.
    private var isIncomplete = false

    /// Represents NULL, which sorts before all other values.
    private static let null = Int64.min

    init(of indexes: [BTreeIndex], maxBytes: Int) {
        self.indexes = indexes
        self.maxBytes = maxBytes
        var isText: [Int: Bool] = [:]
        for index in indexes {
            for condition in index.conditions { isText[condition.column] = false }
            for part in index.parts {
                if let column = part.column { isText[column] = part.kind == .text }
            }
        }
        columns = isText.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        hasKey = indexes.contains { $0.parts.contains { $0.column == nil } }
    }

    deinit { free(numbers) }

    /// How many numbers each row has.
    private var width: Int { columns.count + (hasKey ? 1 : 0) }

    private func slot(of column: Int) -> Int? { columns.firstIndex { $0.column == column } }

    mutating func add(_ key: Int64?, _ row: UnsafeRawBufferPointer) {
        guard !indexes.isEmpty, !isIncomplete else { return }
        guard let numbers = spaceForOneMore() else {
            return giveUp()
        }
        let start = numbers + count * width
        read(row, to: start)
        if hasKey { start[columns.count] = key ?? Self.null }
        if hasKey, key == Self.null { isIncomplete = true }
        count += 1
    }

    private mutating func giveUp() {
        isIncomplete = true
        free(numbers)
        numbers = nil
        texts = ByteBuffer()
    }

    private mutating func spaceForOneMore() -> UnsafeMutablePointer<Int64>? {
        guard texts.count < maxBytes else { return nil }
        guard (count + 1) * width > capacity else { return numbers }
        let larger = min(max(2 * capacity, 1_024 * width), maxBytes / 8)
        guard larger >= (count + 1) * width else { return nil }
        numbers = realloc(numbers, larger * 8)?.bindMemory(to: Int64.self, capacity: larger)
        capacity = larger
        return numbers
    }

    /// Reads the collected columns from a record, left to right.
    private mutating func read(
        _ row: UnsafeRawBufferPointer,
        to numbers: UnsafeMutablePointer<Int64>
    ) {
        var offset = 0
        let end = Self.varint(row, &offset)
        var start = end
        var column = 0
        var found = 0
        while offset < end, found < columns.count {
            let type = Self.varint(row, &offset)
            let size = type < 12 ? Int(Self.sizes[type]) : (type - 12) / 2
            if column == columns[found].column {
                let bytes = UnsafeRawBufferPointer(rebasing: row[start..<start + size])
                if columns[found].isText, type != 0 {
                    numbers[found] = Int64(texts.count) << 32 | Int64(size)
                    texts.append(bytes)
                } else {
                    numbers[found] = Self.number(of: type, bytes)
                    if numbers[found] == Self.null, type != 0 { isIncomplete = true }
                }
                found += 1
            }
            start += size
            column += 1
        }
    }

    /// The sizes of values other than texts and blobs, by serial type.
    private static let sizes: [UInt8] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

    private static func varint(_ row: UnsafeRawBufferPointer, _ offset: inout Int) -> Int {
        var number = 0
        while true {
            let byte = Int(row[offset])
            offset += 1
            number = number << 7 | byte & 0x7F
            if byte < 0x80 { return number }
        }
    }

    private static func number(of type: Int, _ bytes: UnsafeRawBufferPointer) -> Int64 {
        switch type {
        case 1...6:
            bytes.reduce(bytes[0] < 0x80 ? 0 : -1) { $0 << 8 | Int64($1) }
        case 7: ordered(bytes.reduce(0) { $0 << 8 | Int64($1) })
        case 8: 0
        case 9: 1
        default: null
        }
    }

    /// Maps the bits of a real number to an integer of the same order, and back.
    private static func ordered(_ bits: Int64) -> Int64 { bits ^ (bits >> 63 & Int64.max) }
}

// MARK: - Writing indexes

extension IndexedColumns {
    private typealias Part = (slot: Int, kind: BTreeIndex.Kind, isDescending: Bool)

    /// Writes an index; false if two rows violate its uniqueness, or not all values were collected.
    func write(_ index: BTreeIndex, in tree: BTreeWriter) throws(DatabaseError) -> Bool {
        guard !isIncomplete else { return false }
        let parts = index.parts.map { part in
            let slot = part.column.flatMap { self.slot(of: $0) } ?? columns.count
            return (slot: slot, kind: part.kind, isDescending: part.isDescending)
        }
        return try texts.withBytes { texts throws(DatabaseError) in
            let rows = sorted(index, parts, texts)
            let unique = Array(parts.prefix(index.uniqueCount))
            if !unique.isEmpty, hasDuplicates(rows, unique, texts) { return false }
            for (position, number) in rows.enumerated() {
                // Rows are scattered in memory, and a cache miss costs more than writing an entry.
                omena_prefetch(self[rows[min(position + 8, rows.count - 1)]])
                let row = self[number]
                try tree.add { entry in
                    for part in parts {
                        let number = row[part.slot]
                        guard number != Self.null else {
                            entry.bind(stored: .null)
                            continue
                        }
                        switch part.kind {
                        case .integer: entry.bind(number)
                        case .real:
                            let bits = UInt64(bitPattern: Self.ordered(number))
                            entry.bind(stored: .real(Double(bitPattern: bits)))
                        case .text: entry.bind(text: Self.text(number, texts))
                        }
                    }
                }
            }
            try tree.finish()
            return true
        }
    }

    private subscript(row: UInt32) -> UnsafeMutablePointer<Int64> {
        numbers.unsafelyUnwrapped + Int(row) * width
    }

    private static func text(
        _ number: Int64,
        _ texts: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        let start = Int(number >> 32)
        return UnsafeRawBufferPointer(rebasing: texts[start..<start + Int(number & 0xFFFF_FFFF)])
    }

    /// The rows that belong to an index, in its order.
    private func sorted(
        _ index: BTreeIndex,
        _ parts: [Part],
        _ texts: UnsafeRawBufferPointer
    ) -> [UInt32] {
        let conditions = index.conditions.map { condition in
            (slot: slot(of: condition.column) ?? 0, test: condition.test)
        }
        var rows: [(bits: UInt64, row: UInt32)] = []
        rows.reserveCapacity(conditions.isEmpty ? count : 0)
        for row in 0..<UInt32(count) {
            let numbers = self[row]
            let isIn = conditions.allSatisfy {
                $0.test.holds(numbers[$0.slot], null: Self.null)
            }
            if isIn { rows.append((0, row)) }
        }
        // A radix sort by the first two numbers, or by eight bytes of a text, leaves few equal rows.
        let isText = parts[0].kind == .text
        let leading = isText ? parts[..<1] : parts.prefix(2).prefix { $0.kind != .text }
        let shared = isText ? sharedCount(rows.map(\.row), parts[0].slot, texts) : 0
        for part in leading.reversed() {
            for (number, row) in rows.enumerated() {
                let value = self[row.row][part.slot]
                let bits =
                    isText
                    ? Self.bits(value, from: shared, texts) : UInt64(bitPattern: value) ^ 1 << 63
                rows[number].bits = part.isDescending ? ~bits : bits
            }
            rows.radixSort(by: \.bits)
        }
        let others = isText ? parts[...] : parts[leading.count...]
        guard !others.isEmpty else { return rows.map(\.row) }
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[start].bits == rows[end].bits,
                leading.dropFirst().allSatisfy({
                    self[rows[start].row][$0.slot] == self[rows[end].row][$0.slot]
                })
            { end += 1 }
            if end - start > 1 {
                rows[start..<end].sort { comesBefore($0.row, $1.row, others, texts) }
            }
            start = end
        }
        return rows.map(\.row)
    }

    /// The length of the longest common prefix of a column's texts.
    private func sharedCount(
        _ rows: [UInt32],
        _ slot: Int,
        _ texts: UnsafeRawBufferPointer
    ) -> Int {
        var shared: UnsafeRawBufferPointer.SubSequence?
        for row in rows where self[row][slot] != Self.null {
            let text = Self.text(self[row][slot], texts)
            guard let start = shared else {
                shared = text[...]
                continue
            }
            let count = zip(start, text).prefix { $0 == $1 }.count
            if count < start.count { shared = start.prefix(count) }
        }
        return shared?.count ?? 0
    }

    /// Eight bytes of a text as a number of the same order.
    private static func bits(
        _ number: Int64,
        from start: Int,
        _ texts: UnsafeRawBufferPointer
    ) -> UInt64 {
        guard number != null else { return 0 }
        let bytes = text(number, texts).dropFirst(start).prefix(8)
        return bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(64 - 8 * bytes.count)
    }

    private func comesBefore(
        _ left: UInt32,
        _ right: UInt32,
        _ parts: ArraySlice<Part>,
        _ texts: UnsafeRawBufferPointer
    ) -> Bool {
        for part in parts {
            let order = order(left, right, part, texts)
            if order != 0 { return part.isDescending ? order > 0 : order < 0 }
        }
        return false
    }

    /// Negative, zero or positive, as the left row's value is less than, equal to or greater than the right one's.
    private func order(
        _ left: UInt32,
        _ right: UInt32,
        _ part: Part,
        _ texts: UnsafeRawBufferPointer
    ) -> Int {
        let (one, other) = (self[left][part.slot], self[right][part.slot])
        guard part.kind == .text, one != Self.null, other != Self.null else {
            return one < other ? -1 : one == other ? 0 : 1
        }
        let (text, otherText) = (Self.text(one, texts), Self.text(other, texts))
        let count = min(text.count, otherText.count)
        guard count > 0, let start = text.baseAddress, let otherStart = otherText.baseAddress else {
            return text.count - otherText.count
        }
        let order = Int(memcmp(start, otherStart, count))
        return order == 0 ? text.count - otherText.count : order
    }

    /// Whether two neighbours have equal values; NULL never equals NULL.
    private func hasDuplicates(
        _ rows: [UInt32],
        _ parts: [Part],
        _ texts: UnsafeRawBufferPointer
    ) -> Bool {
        zip(rows, rows.dropFirst()).contains { one, other in
            parts.allSatisfy {
                self[one][$0.slot] != Self.null && order(one, other, $0, texts) == 0
            }
        }
    }
}

extension BTreeIndex.Test {
    fileprivate func holds(_ number: Int64, null: Int64) -> Bool {
        switch self {
        case .isNull: number == null
        case .isNotNull: number != null
        case .isAbove(let limit): number != null && number > limit
        case .equals(let value): number == value
        }
    }
}
