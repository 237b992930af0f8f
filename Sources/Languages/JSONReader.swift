/// Why a text is not JSON, and where.
struct JSONError: Error, Hashable {
    var line: Int
    /// In characters of the line, from 1.
    var column: Int
    var reason: String
}

/// Reads one JSON text (RFC 8259) from bytes; time and memory are proportional to its length, its depth is bounded.
struct JSONReader {
    /// How deep arrays and objects may nest.
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the whole of a text; a byte order mark before it is passed over.
    static func read(_ bytes: [UInt8]) throws(JSONError) -> JSON {
        var reader = JSONReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else {
            throw reader.error("there is something after the end")
        }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"):
            return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["):
            return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "t"):
            return try word("true", .boolean(true))
        case UInt8(ascii: "f"):
            return try word("false", .boolean(false))
        case UInt8(ascii: "n"):
            return try word("null", .null)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            return .number(try number())
        case nil:
            throw error("the text ends too early")
        default:
            throw error("a value should stand here")
        }
    }

    private mutating func members(depth: Int) throws(JSONError) -> [JSON.Member] {
        var members: [JSON.Member] = []
        var keys: Set<String> = []
        try open(depth)
        if take("}") { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else {
                throw error("a name in quotes should stand here")
            }
            let start = position
            let key = try string()
            guard keys.insert(key).inserted else {
                position = start
                throw error("“\(key.prefix(80))” stands here a second time")
            }
            guard take(":") else { throw error("a colon should stand here") }
            members.append(JSON.Member(key: key, value: try value(depth: depth)))
        } while take(",")
        guard take("}") else { throw error("a comma or } should stand here") }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        try open(depth)
        if take("]") { return elements }
        repeat { elements.append(try value(depth: depth)) } while take(",")
        guard take("]") else { throw error("a comma or ] should stand here") }
        return elements
    }

    private mutating func open(_ depth: Int) throws(JSONError) {
        guard depth <= Self.maximumDepth else { throw error("this is nested too deeply") }
        position += 1
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else {
            throw error("a value should stand here")
        }
        position += word.utf8.count
        return value
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
        var text: [UInt8] = []
        position += 1
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
        while let byte = peek, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private func error(_ reason: String) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[start..<position], as: UTF8.self).count + 1
        return JSONError(line: line, column: column, reason: reason)
    }
}
