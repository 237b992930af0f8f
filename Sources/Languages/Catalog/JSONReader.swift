/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable {
    package var line: Int
    /// In characters of the line, from 1.
    package var column: Int
    package var reason: Phrase
}

/// Reads one JSON text (RFC 8259) from bytes; time and memory are proportional to its length, its depth is bounded.
package struct JSONReader {
    /// How deep arrays and objects may nest.
    static let maximumDepth = 64

    /// Lent while all of it is read; every place is compared with its end before it is looked at.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads the whole of a text; a byte order mark before it is passed over.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes)
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
            let value = try reader.value(depth: 0)
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
        case UInt8(ascii: "{"): value = .object(try members(depth: depth + 1))
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

    private mutating func members(depth: Int) throws(JSONError) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        var keys: Set<String> = []
        try open(depth)
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else {
                throw missing("a name in quotes should stand here")
            }
            let start = position
            let key = try string()
            let keyRange = start..<position
            guard isNew(key, in: members, &keys) else {
                position = start
                throw error("“\(key.prefix(80))” stands here a second time")
            }
            guard take(UInt8(ascii: ":")) else { throw missing("a colon should stand here") }
            let value = try value(depth: depth)
            members.append(JSONNode.Member(key: key, keyRange: keyRange, value: value))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw missing("a comma or } should stand here") }
        return members
    }

    /// Most objects have few members, and looking at each is quicker than a set of them.
    private func isNew(_ key: String, in members: [JSONNode.Member], _ keys: inout Set<String>)
        -> Bool
    {
        guard members.count >= 16 else { return !members.contains { $0.key == key } }
        if keys.isEmpty { keys = Set(members.map(\.key)) }
        return keys.insert(key).inserted
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

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            position += 1
        }
        // Nearly all strings are written as they are.
        if peek == UInt8(ascii: "\"") {
            position += 1
            let text = UnsafeBufferPointer(rebasing: bytes[start + 1..<position - 1])
            if let string = String(validating: text, as: UTF8.self) {
                return string
            }
            position = start
            throw error("this is not UTF-8")
        }
        var text = Array(bytes[start + 1..<position])
        while true {
            guard let byte = peek else { throw error("the text ends within quotes") }
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    position = start
                    throw error("this is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                position -= 1
                throw error("a control character stands within quotes")
            default:
                text.append(byte)
            }
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw error("the text ends within quotes") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            position -= 1
            throw error("nothing is written \\ and then this")
        }
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            let trail = try codeUnit()
            if UTF16.isTrailSurrogate(trail) {
                let pair = String(decoding: [unit, trail], as: UTF16.self)
                if let scalar = pair.unicodeScalars.first { return scalar }
            }
        }
        throw error("half a surrogate pair stands here")
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits should stand here") }
        position += 4
        return unit
    }
}

// MARK: - Bytes

extension JSONReader {
    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

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

    /// The error of something that is not there: another thing stands in its place, or nothing at all.
    private func missing(_ reason: Phrase) -> JSONError {
        error(peek == nil ? "the text ends too early" : reason)
    }

    private func error(_ reason: Phrase) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[start..<position], as: UTF8.self).count + 1
        return JSONError(line: line, column: column, reason: reason)
    }
}
