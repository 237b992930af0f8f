internal import Glibc

/// Encodes a row in SQLite's record format, column by column from left to right.
package struct RecordEncoder: ColumnSink, ~Copyable {
    private var serialTypes = ByteBuffer()
    private var values = ByteBuffer()

    init() {}

    package mutating func bind(stored value: Value) {
        switch value {
        case .null: serialTypes.append(0)
        case .integer(let integer): append(integer)
        // SQLite stores NaN as NULL, and zero without a sign.
        case .real(let real) where real.isNaN: serialTypes.append(0)
        case .real(let real):
            serialTypes.append(7)
            values.append(bigEndian: (real == 0 ? 0 : real).bitPattern, count: 8)
        case .text(var text):
            text.withUTF8 { bind(text: UnsafeRawBufferPointer($0)) }
        case .blob(let bytes):
            serialTypes.append(varint: UInt64(2 * bytes.count + 12))
            bytes.withUnsafeBytes { values.append($0) }
        }
    }

    /// Encodes the columns of a row that was read.
    ///
    /// - Parameters:
    ///   - count: The number of columns; nil for all.
    ///   - withoutKey: Whether the first column is the row ID, which is NULL in a record.
    package mutating func bind(
        _ row: borrowing Row,
        count: Int? = nil,
        withoutKey: Bool = false
    ) {
        if withoutKey { bind(stored: .null) }
        let count = count.map(Int32.init) ?? row.count
        for column in (withoutKey ? 1 : 0)..<count { bind(stored: row.value(column)) }
    }

    /// A fast path for integers, the type of most columns.
    package mutating func bind(_ integer: Int64) { append(integer) }

    mutating func bind(text: UnsafeRawBufferPointer) {
        serialTypes.append(varint: UInt64(2 * text.count + 13))
        values.append(text)
    }

    @inline(__always)
    private mutating func append(_ integer: Int64) {
        let form = Self.form(of: integer)
        serialTypes.append(form.type)
        values.append(bigEndian: UInt64(bitPattern: integer), count: form.size)
    }

    /// The shortest serial type of an integer.
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

    /// Encodes two integers, which is the format of most index entries.
    static func withRecord<Failure: Error>(
        _ one: Int64,
        _ other: Int64,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let (first, second) = (form(of: one), form(of: other))
        // A header of three bytes; integers are written eight bytes wide, and the next one overwrites the excess.
        var record = (UInt64(0), UInt64(0), UInt64(0))
        try withUnsafeMutableBytes(of: &record) { record throws(Failure) in
            (record[0], record[1], record[2]) = (3, first.type, second.type)
            record.put(one, first.size, at: 3)
            record.put(other, second.size, at: 3 + first.size)
            let count = 3 + first.size + second.size
            try body(UnsafeRawBufferPointer(rebasing: record[..<count]))
        }
    }

    /// Appends the record to `bytes` and begins another.
    mutating func finish(into bytes: inout ByteBuffer) {
        // The header's size counts itself.
        let size = serialTypes.count + 1
        bytes.append(varint: UInt64(size < 0x80 ? size : size + 1))
        serialTypes.withBytes { bytes.append($0) }
        values.withBytes { bytes.append($0) }
        serialTypes.removeAll()
        values.removeAll()
    }
}

/// A growing buffer whose memory is reused after `removeAll`.
struct ByteBuffer: ~Copyable {
    private(set) var count = 0
    private var storage = Self.reallocate(nil, 512)

    deinit { free(storage.baseAddress) }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
    }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    private mutating func reserve(_ more: Int) -> UnsafeMutableRawPointer {
        if count + more > storage.count { grow(by: more) }
        return storage.baseAddress.unsafelyUnwrapped + count
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        storage = Self.reallocate(storage.baseAddress, max(2 * storage.count, count + more))
    }

    /// Uses `realloc`, which remaps large blocks instead of copying them.
    private static func reallocate(
        _ old: UnsafeMutableRawPointer?,
        _ size: Int
    ) -> UnsafeMutableRawBufferPointer {
        guard let start = realloc(old, size) else { preconditionFailure("Out of memory") }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1).storeBytes(of: byte, as: UInt8.self)
        count += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count).copyMemory(from: start, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func append(zeros size: Int) {
        reserve(size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
        count += size
    }

    /// Appends the lowest `size` bytes of a number (at most eight), the highest first.
    @inline(__always)
    mutating func append(bigEndian number: UInt64, count size: Int) {
        // Always stores eight bytes; the next value overwrites the excess.
        let bytes = number &<< UInt64(64 - 8 * size)
        reserve(8).storeBytes(of: bytes.bigEndian, as: UInt64.self)
        count += size
    }

    /// Appends a number in one to nine bytes of seven bits each, the highest first; the ninth holds eight.
    mutating func append(varint number: UInt64) {
        if number < 0x80 { return append(UInt8(number)) }
        let size = number >> 56 != 0 ? 9 : (70 - number.leadingZeroBitCount) / 7
        let start = reserve(size)
        var rest = number
        var last = size - 1
        if size == 9 {
            start.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: 8, as: UInt8.self)
            rest >>= 8
            last = 7
        }
        for byte in (0...last).reversed() {
            let isLast = byte == size - 1
            let bits = UInt8(rest & 0x7F) | (isLast ? 0 : 0x80)
            start.storeBytes(of: bits, toByteOffset: byte, as: UInt8.self)
            rest >>= 7
        }
        count += size
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes the lowest `size` bytes of a number, the highest first; overwrites up to eight bytes.
    fileprivate func put(_ number: Int64, _ size: Int, at offset: Int) {
        let bytes = UInt64(bitPattern: number) &<< UInt64(64 - 8 * size)
        storeBytes(of: bytes.bigEndian, toByteOffset: offset, as: UInt64.self)
    }
}
