/// A JSON syntax error.
package struct JSONError: Error, Hashable {
    package var line: Int
    /// In characters of the line, from 1.
    package var column: Int
    package var reason: Phrase
}

/// Reads one JSON text (RFC 8259) from bytes; time and memory are proportional to its length, its depth is bounded.
package struct JSONReader {
    /// The maximum nesting depth of arrays and objects.
    static let maximumDepth = 64

    /// Valid only during a call of `parse`.
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Skips a byte order mark.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
        try parse(bytes) { reader throws(JSONError) in try reader.value(depth: 0) }
    }

    /// Reads a text and passes the members of one object on one by one, because the nodes of a large file take ten times its
    /// length in memory.
    ///
    /// - Parameter name: The key of that object in the root object; it has no members in the result.
    static func read(
        _ bytes: [UInt8],
        streaming name: String,
        to body: (JSONNode.Member) -> Void
    ) throws(JSONError) -> JSONNode {
        try parse(bytes) { reader throws(JSONError) in
            reader.skipSpace()
            guard reader.peek == UInt8(ascii: "{") else { return try reader.value(depth: 0) }
            let start = reader.position
            let members = try reader.members(depth: 1) { key, reader throws(JSONError) in
                guard key == name else { return try reader.value(depth: 1) }
                return try reader.object(depth: 2, streamingTo: body)
            }
            return JSONNode(range: start..<reader.position, value: .object(members))
        }
    }

    private static func parse(
        _ bytes: [UInt8],
        _ read: (inout JSONReader) throws(JSONError) -> JSONNode
    ) throws(JSONError) -> JSONNode {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes)
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
            let value = try read(&reader)
            reader.skipSpace()
            guard reader.position == bytes.count else {
                throw reader.error("there is something after the end")
            }
            return value
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
        skipSpace()
        let start = position
        let value: JSONNode.Value
        switch peek {
        case UInt8(ascii: "{"):
            let members = try members(depth: depth + 1) { _, reader throws(JSONError) in
                try reader.value(depth: depth + 1)
            }
            value = .object(members)
        case UInt8(ascii: "["): value = .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "t"): value = try word("true")
        case UInt8(ascii: "f"): value = try word("false")
        case UInt8(ascii: "n"): value = try word("null")
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            value = .number(Int(try number()))
        default: throw missing("a value should stand here")
        }
        return JSONNode(range: start..<position, value: value)
    }

    /// Passes on the members of the next value if it is an object, and otherwise reads it.
    private mutating func object(
        depth: Int,
        streamingTo body: (JSONNode.Member) -> Void
    ) throws(JSONError) -> JSONNode {
        skipSpace()
        guard peek == UInt8(ascii: "{") else { return try value(depth: depth - 1) }
        let start = position
        var keys: Set<String> = []
        try forEachKey(depth: depth) { key, range, reader throws(JSONError) in
            guard keys.insert(key).inserted else { throw reader.duplicate(key, at: range) }
            let value = try reader.value(depth: depth)
            body(JSONNode.Member(key: key, keyRange: range, value: value))
        }
        return JSONNode(range: start..<position, value: .object([]))
    }

    private mutating func members(
        depth: Int,
        _ value: (_ key: String, inout JSONReader) throws(JSONError) -> JSONNode
    ) throws(JSONError) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        var keys: Set<String> = []
        try forEachKey(depth: depth) { key, range, reader throws(JSONError) in
            guard Self.isNew(key, in: members, &keys) else {
                throw reader.duplicate(key, at: range)
            }
            let value = try value(key, &reader)
            members.append(JSONNode.Member(key: key, keyRange: range, value: value))
        }
        return members
    }

    /// Reads an object; `body` must read each key's value.
    private mutating func forEachKey(
        depth: Int,
        _ body: (_ key: String, _ range: Range<Int>, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(depth)
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else {
                throw missing("a name in quotes should stand here")
            }
            let start = position
            let key = try string()
            let range = start..<position
            guard take(UInt8(ascii: ":")) else { throw missing("a colon should stand here") }
            try body(key, range, &self)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw missing("a comma or } should stand here") }
    }

    /// A linear search is faster than a set in small objects, which most are.
    private static func isNew(
        _ key: String,
        in members: [JSONNode.Member],
        _ keys: inout Set<String>
    ) -> Bool {
        guard members.count >= 16 else { return !members.contains { $0.key == key } }
        if keys.isEmpty { keys = Set(members.map(\.key)) }
        return keys.insert(key).inserted
    }

    private mutating func duplicate(_ key: String, at range: Range<Int>) -> JSONError {
        position = range.lowerBound
        return error("“\(key.prefix(80))” stands here a second time")
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONNode] {
        var elements: [JSONNode] = []
        try open(depth)
        if take(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value(depth: depth)) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw missing("a comma or ] should stand here") }
        return elements
    }

    private mutating func open(_ depth: Int) throws(JSONError) {
        guard depth <= Self.maximumDepth else { throw error("this is nested too deeply") }
        position += 1
    }

    private mutating func word(_ word: String) throws(JSONError) -> JSONNode.Value {
        guard bytes[position...].starts(with: word.utf8) else {
            throw error("a value should stand here")
        }
        position += word.utf8.count
        return .word
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        guard position > start else { throw error("a digit should stand here") }
    }
}

// MARK: - Bytes

extension JSONReader {
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private mutating func take(_ mark: UInt8) -> Bool {
        skipSpace()
        guard peek == mark else { return false }
        position += 1
        return true
    }

    /// The error for a missing token.
    private func missing(_ reason: Phrase) -> JSONError {
        error(peek == nil ? "the text ends too early" : reason)
    }

    func error(_ reason: Phrase) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[start..<position], as: UTF8.self).count + 1
        return JSONError(line: line, column: column, reason: reason)
    }
}
