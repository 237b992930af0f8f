/// Reads little-endian numbers; returns nil at the end of the bytes.
struct ByteCursor {
    private let all: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { all = bytes }

    /// A number of `count` bytes; nil if it overflows `Int`.
    mutating func number(_ count: Int) -> Int? {
        guard let bytes = bytes(count) else { return nil }
        let number = bytes.reversed().reduce(0 as UInt64) {
            $0 << 8 | UInt64(truncatingIfNeeded: $1)
        }
        return Int(exactly: number)
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= all.count - position else { return nil }
        defer { position += count }
        return all[position..<position + count]
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// The content of the extra field with an id in a zip record.
    func extra(_ wanted: Int) -> ByteCursor? {
        var rest = self
        while let id = rest.number(2), let length = rest.number(2),
            let content = rest.bytes(length)
        {
            if id == wanted { return ByteCursor(Array(content)) }
        }
        return nil
    }
}

extension [UInt8] {
    /// Appends a little-endian number of `count` bytes.
    mutating func append(_ number: Int, count: Int) {
        for byte in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}
