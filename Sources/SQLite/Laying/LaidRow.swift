internal import Glibc

/// The columns of a row in the form that SQLite keeps them in, put down from left to right.
public struct LaidRow: ColumnSink, ~Copyable {
    private var types = ByteRoom()
    private var values = ByteRoom()

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
            text.withUTF8 { bind(text: UnsafeRawBufferPointer($0)) }
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

    /// The same of a number, which most columns hold.
    public mutating func bind(_ integer: Int64) { append(integer) }

    /// The same of a text in UTF-8.
    mutating func bind(text: UnsafeRawBufferPointer) {
        types.append(varint: UInt64(2 * text.count + 13))
        values.append(text)
    }

    @inline(__always)
    private mutating func append(_ integer: Int64) {
        let form = Self.form(of: integer)
        types.append(form.type)
        values.append(bigEndian: UInt64(bitPattern: integer), count: form.size)
    }

    /// How a whole number is kept: in as few bytes as it needs.
    @inline(__always)
    private static func form(of integer: Int64) -> (type: UInt8, size: Int) {
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
    }

    /// Lends a row of two numbers, as it is kept; most indexes hold no more.
    static func withRow<Failure: Error>(
        _ one: Int64,
        _ other: Int64,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let (first, second) = (form(of: one), form(of: other))
        // Three bytes of head, and numbers that are written eight bytes wide.
        var row = (UInt64(0), UInt64(0), UInt64(0))
        try withUnsafeMutableBytes(of: &row) { row throws(Failure) in
            (row[0], row[1], row[2]) = (3, first.type, second.type)
            row.put(one, first.size, at: 3)
            row.put(other, second.size, at: 3 + first.size)
            let count = 3 + first.size + second.size
            try body(UnsafeRawBufferPointer(rebasing: row[..<count]))
        }
    }

    /// Adds the row, as it is kept, to other bytes, and begins another.
    mutating func finish(into bytes: inout ByteRoom) {
        // The size of the head counts itself.
        let size = types.count + 1
        bytes.append(varint: UInt64(size < 0x80 ? size : size + 1))
        types.withBytes { bytes.append($0) }
        values.withBytes { bytes.append($0) }
        types.removeAll()
        values.removeAll()
    }
}

/// Bytes that are put down by the million, and whose room is used again.
struct ByteRoom: ~Copyable {
    private(set) var count = 0
    private var room = Self.room(nil, 512)

    deinit { free(room.baseAddress) }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    private mutating func makeRoom(for more: Int) -> UnsafeMutableRawPointer {
        if count + more > room.count { grow(for: more) }
        return room.baseAddress.unsafelyUnwrapped + count
    }

    @inline(never)
    private mutating func grow(for more: Int) {
        room = Self.room(room.baseAddress, max(2 * room.count, count + more))
    }

    /// Room of another size for the same bytes: what is large gets other addresses, and is not copied.
    private static func room(
        _ old: UnsafeMutableRawPointer?,
        _ size: Int
    ) -> UnsafeMutableRawBufferPointer {
        guard let start = realloc(old, size) else { preconditionFailure("There is no memory left") }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1).storeBytes(of: byte, as: UInt8.self)
        count += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        makeRoom(for: bytes.count).copyMemory(from: start, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func append(zeros size: Int) {
        makeRoom(for: size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
        count += size
    }

    /// The last bytes of a number, eight at most, the highest first.
    @inline(__always)
    mutating func append(bigEndian number: UInt64, count size: Int) {
        // Of none, all are put down, and the next go over them.
        let bytes = number &<< UInt64(64 - 8 * size)
        makeRoom(for: 8).storeBytes(of: bytes.bigEndian, as: UInt64.self)
        count += size
    }

    /// A number in one to nine bytes of seven bits each, the highest first, the ninth with eight.
    mutating func append(varint number: UInt64) {
        if number < 0x80 { return append(UInt8(number)) }
        let size = number >> 56 != 0 ? 9 : (70 - number.leadingZeroBitCount) / 7
        let place = makeRoom(for: size)
        var rest = number
        var last = size - 1
        if size == 9 {
            place.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: 8, as: UInt8.self)
            rest >>= 8
            last = 7
        }
        for byte in (0...last).reversed() {
            let isLast = byte == size - 1
            let bits = UInt8(rest & 0x7F) | (isLast ? 0 : 0x80)
            place.storeBytes(of: bits, toByteOffset: byte, as: UInt8.self)
            rest >>= 7
        }
        count += size
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes the last bytes of a number, the highest first; what comes behind them is lost.
    fileprivate func put(_ number: Int64, _ size: Int, at place: Int) {
        let bytes = UInt64(bitPattern: number) &<< UInt64(64 - 8 * size)
        storeBytes(of: bytes.bigEndian, toByteOffset: place, as: UInt64.self)
    }
}
