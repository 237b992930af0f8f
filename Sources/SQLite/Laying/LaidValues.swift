import CSQLite
internal import Glibc

/// The numbers and texts in a table's rows that its indexes hold, as long as memory may hold them too.
///
/// Indexes are laid down from here: SQLite would read the table once more for each of them, and take four times as long.
struct LaidValues: ~Copyable {
    let indexes: [LaidIndex]
    /// The columns that are kept; the row's key comes behind them, where an index holds it.
    private let columns: [(column: Int, isText: Bool)]
    private let hasKey: Bool
    private let mostBytes: Int
    /// Of a text, where it stands in `texts`.
    private var numbers: UnsafeMutablePointer<Int64>?
    private var texts = ByteRoom()
    private var room = 0
    private var count = 0
    private var areTooMany = false

    /// What stands for nothing: it comes before all others, as nothing does.
    private static let nothing = Int64.min

    init(of indexes: [LaidIndex], mostBytes: Int) {
        self.indexes = indexes
        self.mostBytes = mostBytes
        var held: [Int: Bool] = [:]
        for index in indexes {
            for condition in index.conditions { held[condition.column] = false }
            for part in index.parts {
                if let column = part.column { held[column] = part.kind == .text }
            }
        }
        columns = held.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        hasKey = indexes.contains { $0.parts.contains { $0.column == nil } }
    }

    deinit { free(numbers) }

    /// How many numbers are kept of each row.
    private var width: Int { columns.count + (hasKey ? 1 : 0) }

    private func slot(of column: Int) -> Int? { columns.firstIndex { $0.column == column } }

    /// Takes the values of a row.
    mutating func add(_ key: Int64?, _ row: UnsafeRawBufferPointer) {
        guard !indexes.isEmpty, !areTooMany else { return }
        guard let numbers = roomForOneMore() else {
            areTooMany = true
            free(numbers)
            numbers = nil
            texts = ByteRoom()
            return
        }
        let start = numbers + count * width
        read(row, to: start)
        if hasKey { start[columns.count] = key ?? Self.nothing }
        count += 1
    }

    private mutating func roomForOneMore() -> UnsafeMutablePointer<Int64>? {
        guard texts.count < mostBytes else { return nil }
        guard (count + 1) * width > room else { return numbers }
        let larger = min(max(2 * room, 1_024 * width), mostBytes / 8)
        guard larger >= (count + 1) * width else { return nil }
        numbers = realloc(numbers, larger * 8)?.bindMemory(to: Int64.self, capacity: larger)
        room = larger
        return numbers
    }

    /// Reads the columns, from left to right, of a row in the form that SQLite keeps rows in.
    private mutating func read(
        _ row: UnsafeRawBufferPointer,
        to numbers: UnsafeMutablePointer<Int64>
    ) {
        var place = 0
        let end = Self.varint(row, &place)
        var start = end
        var column = 0
        var found = 0
        while place < end, found < columns.count {
            let type = Self.varint(row, &place)
            let size = type < 12 ? Int(Self.sizes[type]) : (type - 12) / 2
            if column == columns[found].column {
                let bytes = UnsafeRawBufferPointer(rebasing: row[start..<start + size])
                if columns[found].isText, type != 0 {
                    numbers[found] = Int64(texts.count) << 32 | Int64(size)
                    texts.append(bytes)
                } else {
                    numbers[found] = Self.number(of: type, bytes)
                }
                found += 1
            }
            start += size
            column += 1
        }
    }

    /// Of values that are no text or bytes, by their types.
    private static let sizes: [UInt8] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

    private static func varint(_ row: UnsafeRawBufferPointer, _ place: inout Int) -> Int {
        var number = 0
        while true {
            let byte = Int(row[place])
            place += 1
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
        default: nothing
        }
    }

    /// The bits of a real number, and back, so that their order is that of the numbers.
    private static func ordered(_ bits: Int64) -> Int64 { bits ^ (bits >> 63 & Int64.max) }
}

// MARK: - Laying

extension LaidValues {
    private typealias Part = (place: Int, kind: LaidIndex.Kind, isDescending: Bool)

    /// Lays an index down; false where two rows have what only one may have, or the values are not there.
    func lay(_ index: LaidIndex, in tree: LaidTree) throws(DatabaseError) -> Bool {
        guard !areTooMany else { return false }
        let parts = index.parts.map { part in
            let place = part.column.flatMap { slot(of: $0) } ?? columns.count
            return (place: place, kind: part.kind, isDescending: part.isDescending)
        }
        return try texts.withBytes { texts throws(DatabaseError) in
            let rows = sorted(index, parts, texts)
            let unique = Array(parts.prefix(index.uniqueCount))
            if !unique.isEmpty, hasTwins(rows, unique, texts) { return false }
            for (place, number) in rows.enumerated() {
                // They lie all over memory, which takes longer to answer than to lay an entry down.
                omena_prefetch(self[rows[min(place + 8, rows.count - 1)]])
                let row = self[number]
                try tree.add { laid in
                    for part in parts {
                        let number = row[part.place]
                        guard number != Self.nothing else {
                            laid.bind(stored: .null)
                            continue
                        }
                        switch part.kind {
                        case .whole: laid.bind(number)
                        case .real:
                            let bits = UInt64(bitPattern: Self.ordered(number))
                            laid.bind(stored: .real(Double(bitPattern: bits)))
                        case .text: laid.bind(text: Self.text(number, texts))
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

    /// The rows that are in an index, in its order.
    private func sorted(
        _ index: LaidIndex,
        _ parts: [Part],
        _ texts: UnsafeRawBufferPointer
    ) -> [UInt32] {
        let conditions = index.conditions.map { condition in
            (place: slot(of: condition.column) ?? 0, test: condition.test)
        }
        var rows: [(bits: UInt64, row: UInt32)] = []
        rows.reserveCapacity(conditions.isEmpty ? count : 0)
        for row in 0..<UInt32(count) {
            let numbers = self[row]
            let isIn = conditions.allSatisfy {
                $0.test.holds(numbers[$0.place], nothing: Self.nothing)
            }
            if isIn { rows.append((0, row)) }
        }
        // By the second number and then by the first, or by some bytes of a text, which leaves few that are the same.
        let isText = parts[0].kind == .text
        let leading = isText ? parts[..<1] : parts.prefix(2).prefix { $0.kind != .text }
        let shared = isText ? sharedCount(rows.map(\.row), parts[0].place, texts) : 0
        for part in leading.reversed() {
            for (number, row) in rows.enumerated() {
                let value = self[row.row][part.place]
                let bits =
                    isText
                    ? Self.bits(value, from: shared, texts) : UInt64(bitPattern: value) ^ 1 << 63
                rows[number].bits = part.isDescending ? ~bits : bits
            }
            rows.sortByBits(\.bits)
        }
        let others = isText ? parts[...] : parts[leading.count...]
        guard !others.isEmpty else { return rows.map(\.row) }
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[start].bits == rows[end].bits,
                leading.dropFirst().allSatisfy({
                    self[rows[start].row][$0.place] == self[rows[end].row][$0.place]
                })
            { end += 1 }
            if end - start > 1 {
                rows[start..<end].sort { comesBefore($0.row, $1.row, others, texts) }
            }
            start = end
        }
        return rows.map(\.row)
    }

    /// How many bytes all texts of a column begin with alike.
    private func sharedCount(
        _ rows: [UInt32],
        _ place: Int,
        _ texts: UnsafeRawBufferPointer
    ) -> Int {
        var shared: UnsafeRawBufferPointer.SubSequence?
        for row in rows where self[row][place] != Self.nothing {
            let text = Self.text(self[row][place], texts)
            guard let start = shared else {
                shared = text[...]
                continue
            }
            let count = zip(start, text).prefix { $0 == $1 }.count
            if count < start.count { shared = start.prefix(count) }
        }
        return shared?.count ?? 0
    }

    /// Eight bytes of a text, so that their order is that of the texts.
    private static func bits(
        _ number: Int64,
        from start: Int,
        _ texts: UnsafeRawBufferPointer
    ) -> UInt64 {
        guard number != nothing else { return 0 }
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

    /// Below, above or at 0, as a value of one row is to that of another.
    private func order(
        _ left: UInt32,
        _ right: UInt32,
        _ part: Part,
        _ texts: UnsafeRawBufferPointer
    ) -> Int {
        let (one, other) = (self[left][part.place], self[right][part.place])
        guard part.kind == .text, one != Self.nothing, other != Self.nothing else {
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

    /// Whether two neighbours have the same values; nothing is never the same.
    private func hasTwins(
        _ rows: [UInt32],
        _ parts: [Part],
        _ texts: UnsafeRawBufferPointer
    ) -> Bool {
        zip(rows, rows.dropFirst()).contains { one, other in
            parts.allSatisfy {
                self[one][$0.place] != Self.nothing && order(one, other, $0, texts) == 0
            }
        }
    }
}

extension LaidIndex.Test {
    fileprivate func holds(_ number: Int64, nothing: Int64) -> Bool {
        switch self {
        case .isNull: number == nothing
        case .isNotNull: number != nothing
        case .isAbove(let limit): number != nothing && number > limit
        case .equals(let wanted): number == wanted
        }
    }
}
