/// Reads JSON (RFC 8259) from bytes in one pass; the nesting depth is limited.
package struct JSONReader {
    /// Valid while the reader is in use; every position is compared with its end before it is read.
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// How deep arrays and objects may nest.
    var maximumDepth = 64

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes.assumingMemoryBound(to: UInt8.self))
    }

    /// Calls a body with each member of an object; the body has to read or skip the value.
    ///
    /// Names are not checked for duplicates.
    package mutating func forEachMember(
        _ body: (_ name: String, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try forEachMember(depth: 1) { name, _, reader throws(JSONError) in
            try body(name, &reader)
        }
    }

    /// Calls a body with the member of a name, if an object has it, and skips the others, which are known to be valid.
    package mutating func forEachMember(
        named wanted: String,
        _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try forEachMember { name, reader throws(JSONError) in
            if name == wanted { try body(&reader) } else { reader.skipValue() }
        }
    }

    /// - Parameter range: The bytes of the name and its quotes.
    mutating func forEachMember(
        depth: Int,
        _ body: (_ name: String, _ range: Range<Int>, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        skipSpace()
        guard peek == UInt8(ascii: "{") else { throw missing(.missingValue) }
        try open(depth)
        if take("}") { return }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw missing(.missingName) }
            let start = position
            let name = try string()
            let range = start..<position
            guard take(":") else { throw missing(.missingColon) }
            try body(name, range, &self)
        } while take(",")
        guard take("}") else { throw missing(.missingCommaOrBrace) }
    }

    mutating func elements<Element>(
        depth: Int,
        _ element: (inout JSONReader) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        var elements: [Element] = []
        try open(depth)
        if take("]") { return elements }
        repeat { elements.append(try element(&self)) } while take(",")
        guard take("]") else { throw missing(.missingCommaOrBracket) }
        return elements
    }

    mutating func word<Value>(_ word: String, _ value: Value) throws(JSONError) -> Value {
        guard bytes[position...].starts(with: word.utf8) else { throw error(.missingValue) }
        position += word.utf8.count
        return value
    }

    mutating func open(_ depth: Int) throws(JSONError) {
        guard depth <= maximumDepth else { throw error(.tooDeep) }
        position += 1
    }

    /// Skips a value that is known to be valid, and returns its bytes.
    @discardableResult
    package mutating func skipValue() -> Slice<UnsafeBufferPointer<UInt8>> {
        skipSpace()
        let start = position
        var depth = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
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

    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    /// Whether only space follows, which is skipped.
    package var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    /// Skips space and a character, if that comes next.
    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// The error for something missing, or for the end of the text.
    func missing(_ reason: JSONError.Reason) -> JSONError {
        error(peek == nil ? .unexpectedEnd : reason)
    }

    package func error(_ reason: JSONError.Reason) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[start..<position], as: UTF8.self).count + 1
        return JSONError(line: line, column: column, reason: reason)
    }
}
