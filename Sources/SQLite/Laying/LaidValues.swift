import CSQLite
internal import Glibc

/// The numbers in a table's rows that its indexes hold, as long as memory may hold them too.
///
/// Indexes are laid down from here: SQLite would read the table once more for each of them, and take four times as long.
struct LaidNumbers: ~Copyable {
    let indexes: [NumberIndex]
    /// The columns that are kept; the row's key comes behind them, where an index holds it.
    private let columns: [Int]
    private let hasKey: Bool
    private let mostBytes: Int
    private var numbers: UnsafeMutablePointer<Int64>?
    private var room = 0
    private var count = 0
    private var areTooMany = false

    /// What stands for nothing: it comes before all others, as nothing does.
    private static let nothing = Int64.min

    init(of indexes: [NumberIndex], mostBytes: Int) {
        self.indexes = indexes
        self.mostBytes = mostBytes
        let held = indexes.flatMap { $0.parts.compactMap(\.column) + $0.conditions.map(\.column) }
        columns = Set(held).sorted()
        hasKey = indexes.contains { $0.parts.contains { $0.column == nil } }
    }

    deinit { free(numbers) }

    /// How many numbers are kept of each row.
    private var width: Int { columns.count + (hasKey ? 1 : 0) }

    /// Takes the numbers of a row.
    mutating func add(_ key: Int64?, _ row: UnsafeRawBufferPointer) {
        guard !indexes.isEmpty, !areTooMany else { return }
        guard let numbers = roomForOneMore() else {
            areTooMany = true
            free(numbers)
            numbers = nil
            return
        }
        let start = numbers + count * width
        Self.read(columns, of: row, to: start)
        if hasKey { start[columns.count] = key ?? Self.nothing }
        count += 1
    }

    private mutating func roomForOneMore() -> UnsafeMutablePointer<Int64>? {
        guard (count + 1) * width > room else { return numbers }
        let larger = min(max(2 * room, 1_024 * width), mostBytes / 8)
        guard larger >= (count + 1) * width else { return nil }
        numbers = realloc(numbers, larger * 8)?.bindMemory(to: Int64.self, capacity: larger)
        room = larger
        return numbers
    }

    /// Reads some columns, from left to right, of a row in the form that SQLite keeps rows in.
    private static func read(
        _ columns: [Int],
        of row: UnsafeRawBufferPointer,
        to numbers: UnsafeMutablePointer<Int64>
    ) {
        var place = 0
        let end = varint(row, &place)
        var start = end
        var column = 0
        var found = 0
        while place < end, found < columns.count {
            let type = varint(row, &place)
            let size = type < 12 ? Int(sizes[type]) : (type - 12) / 2
            if column == columns[found] {
                numbers[found] = number(
                    of: type,
                    UnsafeRawBufferPointer(rebasing: row[start..<start + size])
                )
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

extension LaidNumbers {
    /// Lays an index down; false where two rows have what only one may have, or the numbers are not there.
    func lay(_ index: NumberIndex, in tree: LaidTree) throws(DatabaseError) -> Bool {
        guard !areTooMany else { return false }
        let parts = index.parts.map { part in
            let place = part.column.flatMap(columns.firstIndex) ?? columns.count
            return (place: place, isReal: part.isReal, isDescending: part.isDescending)
        }
        let rows = sorted(index, parts.map { ($0.place, $0.isDescending) })
        let unique = parts.prefix(index.uniqueCount).map(\.place)
        if !unique.isEmpty, hasTwins(rows, unique) { return false }
        for (place, number) in rows.enumerated() {
            // They lie all over memory, which takes longer to answer than to lay an entry down.
            omena_prefetch(self[rows[min(place + 8, rows.count - 1)]])
            let row = self[number]
            try tree.add { laid in
                for part in parts {
                    let number = row[part.place]
                    if number == Self.nothing {
                        laid.bind(stored: .null)
                    } else if part.isReal {
                        let bits = UInt64(bitPattern: Self.ordered(number))
                        laid.bind(stored: .real(Double(bitPattern: bits)))
                    } else {
                        laid.bind(number)
                    }
                }
            }
        }
        try tree.finish()
        return true
    }

    private subscript(row: UInt32) -> UnsafeMutablePointer<Int64> {
        numbers.unsafelyUnwrapped + Int(row) * width
    }

    /// The rows that are in an index, in its order.
    private func sorted(
        _ index: NumberIndex,
        _ parts: [(place: Int, isDescending: Bool)]
    ) -> [UInt32] {
        let conditions = index.conditions.map { condition in
            (place: columns.firstIndex(of: condition.column) ?? 0, test: condition.test)
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
        // By the second number and then by the first, which leaves few that are the same in both.
        for (place, isDescending) in parts.prefix(2).reversed() {
            for (number, row) in rows.enumerated() {
                let bits = UInt64(bitPattern: self[row.row][place]) ^ 1 << 63
                rows[number].bits = isDescending ? ~bits : bits
            }
            rows.sortByBits(\.bits)
        }
        let others = parts.dropFirst(2)
        guard !others.isEmpty else { return rows.map(\.row) }
        var places = rows.map(\.row)
        var start = 0
        while start < places.count {
            var end = start + 1
            while end < places.count,
                parts.prefix(2).allSatisfy({
                    self[places[start]][$0.place] == self[places[end]][$0.place]
                })
            { end += 1 }
            if end - start > 1 {
                places[start..<end].sort { left, right in
                    for (place, isDescending) in others {
                        let (one, other) = (self[left][place], self[right][place])
                        if one != other { return isDescending ? one > other : one < other }
                    }
                    return false
                }
            }
            start = end
        }
        return places
    }

    /// Whether two neighbours have the same numbers; nothing is never the same.
    private func hasTwins(_ rows: [UInt32], _ places: [Int]) -> Bool {
        zip(rows, rows.dropFirst()).contains { one, other in
            places.allSatisfy { self[one][$0] != Self.nothing && self[one][$0] == self[other][$0] }
        }
    }
}

extension NumberIndex.Test {
    fileprivate func holds(_ number: Int64, nothing: Int64) -> Bool {
        switch self {
        case .isNull: number == nothing
        case .isNotNull: number != nothing
        case .isAbove(let limit): number != nothing && number > limit
        case .equals(let wanted): number == wanted
        }
    }
}
