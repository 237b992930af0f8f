/// Scans JSON that is known to be valid without parsing the values that it skips.
///
/// One language's texts are a sixth of the interface's catalog, and the first page waits for them.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Scans the next object; `body` must scan each member's value.
    mutating func forEachMember(_ body: (_ key: Bytes, inout JSONScanner) -> Void) {
        skipSpace()
        guard take(UInt8(ascii: "{")) else { return }
        skipSpace()
        while position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            let key = string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return }
            body(key, &self)
            skipSpace()
            guard take(UInt8(ascii: ",")) else { break }
            skipSpace()
        }
        _ = take(UInt8(ascii: "}"))
    }

    /// The source of a string or value.
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Skips the next value and returns its source.
    @discardableResult
    mutating func value() -> Bytes {
        skipSpace()
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                _ = string()
                if depth == 0 { return bytes[start..<position] }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return bytes[start..<position] }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return bytes[start..<position]
                }
            case UInt8(ascii: ",") where depth == 0: return bytes[start..<position]
            default: break
            }
            position += 1
        }
        return bytes[start..<position]
    }

    /// Skips the string that starts here and returns the source between its quotes.
    private mutating func string() -> Bytes {
        let start = position + 1
        position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(position, bytes.count)
        position = min(end + 1, bytes.count)
        return bytes[start..<end]
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }
}
