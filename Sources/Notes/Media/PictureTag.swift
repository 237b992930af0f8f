/// A parser of the attributes of one `<img …>` tag.
struct PictureTag {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// All attributes by name; nil if the tag is not closed.
    mutating func attributes() -> [String: String]? {
        var attributes: [String: String] = [:]
        guard let first = byte, first.isSpace || first == UInt8(ascii: "/") else { return nil }
        while let next = byte {
            if next.isSpace || next == UInt8(ascii: "/") {
                position += 1
            } else if next == UInt8(ascii: ">") {
                position += 1
                return attributes
            } else {
                let name = take { !$0.isSpace && !"=/>".utf8.contains($0) }.lowercased()
                // Stray characters are ignored.
                if name.isEmpty { position += 1 }
                skipSpace()
                guard byte == UInt8(ascii: "=") else { continue }
                position += 1
                guard let value = value() else { return nil }
                if attributes[name] == nil {
                    attributes[name] = value.readingReferences(allOrNone: false) ?? value
                }
            }
        }
        return nil
    }

    private var byte: UInt8? { bytes.indices.contains(position) ? bytes[position] : nil }

    private mutating func value() -> String? {
        skipSpace()
        guard let quote = byte else { return nil }
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return take { !$0.isSpace && $0 != UInt8(ascii: ">") }
        }
        position += 1
        let value = take { $0 != quote }
        guard byte == quote else { return nil }
        position += 1
        return value
    }

    private mutating func skipSpace() { while let next = byte, next.isSpace { position += 1 } }

    private mutating func take(while fits: (UInt8) -> Bool) -> String {
        let taken = bytes[position...].prefix(while: fits)
        position = taken.endIndex
        return String(decoding: taken, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
