/// A bounds-checked reader of little-endian data.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    /// The data ends too early or is malformed.
    struct Ended: Error {}

    init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) throws(Ended) -> [UInt8] {
        guard count >= 0, count <= rest.count else { throw Ended() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func number<Number: FixedWidthInteger>(
        _: Number.Type = Number.self
    ) throws(Ended) -> Number {
        let bytes = try bytes(Number.bitWidth / 8)
        return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// Bytes preceded by their count.
    mutating func counted() throws(Ended) -> [UInt8] { try bytes(Int(number(UInt16.self))) }

    /// A text preceded by the count of its UTF-8 bytes.
    mutating func text() throws(Ended) -> String {
        guard let text = String(validating: try counted(), as: UTF8.self) else { throw Ended() }
        return text
    }
}

extension [UInt8] {
    mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Bytes preceded by their count.
    mutating func append(counted bytes: some Collection<UInt8>) {
        append(number: UInt16(bytes.count))
        append(contentsOf: bytes)
    }
}
