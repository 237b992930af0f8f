/// Goes once through some bytes whose numbers have their lowest byte first; nil wherever they end too early.
struct ByteCursor {
    private let all: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { all = bytes }

    /// A number of so many bytes that an `Int` can hold.
    mutating func number(_ count: Int) -> Int? {
        guard let bytes = bytes(count) else { return nil }
        let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: number)
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= all.count - place else { return nil }
        defer { place += count }
        return all[place..<place + count]
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// Of the extra parts of a zip record, the content of the one with that number.
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
    /// Puts a number of so many bytes behind these, its lowest byte first.
    mutating func append(_ number: Int, count: Int) {
        for byte in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}
