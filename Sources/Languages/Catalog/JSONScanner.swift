/// Finds its way through JSON that is known to be right, without reading what it passes over.
///
/// A language's texts are one in six of the interface's catalog, and a page is waited for until they are there.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Goes through the members of the object that comes next; `body` has to read or skip each one's value.
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

    /// A string or value as it is written.
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Passes over the value that comes next, and lends it.
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

    /// Passes over the string that begins here, and lends what stands between its quotes.
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
