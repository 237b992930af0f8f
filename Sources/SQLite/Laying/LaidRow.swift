/// The columns of a row in the form that SQLite keeps them in, put down from left to right.
public struct LaidRow: ColumnSink, ~Copyable {
    private var types = ByteRoom()
    private var values = ByteRoom()
    private var whole = ByteRoom()

    init() {}

    /// Puts down the value of the next column.
    public mutating func bind(stored value: Value) {
        switch value {
        case .null: types.append(0)
        case .integer(let integer): append(integer)
        case .real(let real):
            types.append(7)
            values.append(bigEndian: real.bitPattern, count: 8)
        case .text(var text):
            text.withUTF8 { text in
                types.append(varint: UInt64(2 * text.count + 13))
                values.append(UnsafeRawBufferPointer(text))
            }
        case .blob(let bytes):
            types.append(varint: UInt64(2 * bytes.count + 12))
            bytes.withUnsafeBytes { values.append($0) }
        }
    }

    /// Puts down a row that was read; nothing for the columns before a certain one, which is the key.
    public mutating func bind(_ row: borrowing Row, from first: Int32 = 0) {
        for _ in 0..<first { bind(stored: .null) }
        for column in first..<row.count { bind(stored: row.value(column)) }
    }

    private mutating func append(_ integer: Int64) {
        let type: (number: UInt8, size: Int) =
            switch integer {
            case 0: (8, 0)
            case 1: (9, 0)
            case -0x80...0x7F: (1, 1)
            case -0x8000...0x7FFF: (2, 2)
            case -0x80_0000...0x7F_FFFF: (3, 3)
            case -0x8000_0000...0x7FFF_FFFF: (4, 4)
            case -0x8000_0000_0000...0x7FFF_FFFF_FFFF: (5, 6)
            default: (6, 8)
            }
        types.append(type.number)
        values.append(bigEndian: UInt64(bitPattern: integer), count: type.size)
    }

    /// Lends the row as it is kept, and begins another.
    mutating func finish<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        whole.removeAll()
        // The size of the head counts itself.
        let size = types.count + 1
        whole.append(varint: UInt64(size < 0x80 ? size : size + 1))
        types.withBytes { whole.append($0) }
        values.withBytes { whole.append($0) }
        types.removeAll()
        values.removeAll()
        try whole.withBytes(body)
    }
}

/// Bytes that are put down by the million, and whose room is used again.
struct ByteRoom: ~Copyable {
    private(set) var count = 0
    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 1)

    deinit { room.deallocate() }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }

    mutating func removeAll() { count = 0 }

    private mutating func makeRoom(for more: Int) {
        guard count + more > room.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(2 * room.count, count + more),
            alignment: 1
        )
        withBytes { larger.copyMemory(from: $0) }
        room.deallocate()
        room = larger
    }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        room[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    mutating func append(zeros size: Int) {
        makeRoom(for: size)
        UnsafeMutableRawBufferPointer(rebasing: room[count..<count + size])
            .initializeMemory(as: UInt8.self, repeating: 0)
        count += size
    }

    /// The last bytes of a number, the highest first.
    mutating func append(bigEndian number: UInt64, count size: Int) {
        makeRoom(for: size)
        for place in 0..<size {
            room[count + place] = UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - place)))
        }
        count += size
    }

    /// A number in one to nine bytes of seven bits each, the highest first, the ninth with eight.
    mutating func append(varint number: UInt64) {
        if number < 0x80 { return append(UInt8(number)) }
        let size = number >> 56 != 0 ? 9 : (70 - number.leadingZeroBitCount) / 7
        makeRoom(for: size)
        var rest = number
        for place in (0..<size).reversed() {
            let isLast = place == size - 1
            let width = isLast && size == 9 ? 8 : 7
            room[count + place] = UInt8(rest & (1 << width - 1)) | (isLast ? 0 : 0x80)
            rest >>= UInt64(width)
        }
        count += size
    }
}
