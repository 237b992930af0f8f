internal import JSON
internal import Notes

/// Extracts the texts of a note's fields from the JSON in which they are stored.
///
/// Every note that is written gets indexed, so this makes a single pass over the bytes and creates no values for the rest of
/// the JSON. Anything other than such JSON has no texts.
struct FieldTexts {
    private let json: [UInt8]
    private var position = 0

    init(_ json: [UInt8]) { self.json = json }

    /// Calls `body` with the name of each field and each of its texts: the content, and the pronunciation.
    static func forEach(in json: [UInt8], _ body: (_ field: [UInt8], _ text: [UInt8]) -> Void) {
        json.withUnsafeBufferPointer { json in
            var reader = JSONReader(json)
            try? reader.forEachMember { field, reader throws(JSONError) in
                let field = Array(field.utf8)
                try reader.forEachMember { name, reader throws(JSONError) in
                    switch name {
                    case "text": body(field, readable(try reader.withString(words)))
                    case "pronunciation": body(field, try reader.withString(words))
                    default: reader.skipValue()
                    }
                }
            }
        }
    }

    /// The distinct words of all fields, with their accents.
    static func words(in json: [UInt8]) -> Set<[UInt8]> {
        var words: Set<[UInt8]> = []
        forEach(in: json) { _, text in
            var reader = WordReader(field: text)
            while let kind = reader.next() {
                if kind == .word { words.insert(reader.exact) }
            }
        }
        return words
    }

    /// Replaces references to pictures by their captions, so that pictures are not found by their file names.
    private static func readable(_ text: [UInt8]) -> [UInt8] {
        guard MediaText.mayName(text) else { return text }
        return Array(MediaText(String(decoding: text, as: UTF8.self)).captioned.utf8)
    }

    /// A member of a field's JSON object.
    private enum Key { case text, pronunciation, other }

    /// Reads the name of a member, which never has escapes.
    private mutating func key() -> Key? {
        let start = position
        guard skipString() else { return nil }
        let name = json[start..<position].drop { $0 != UInt8(ascii: "\"") }.dropFirst().dropLast()
        return name.elementsEqual("text".utf8)
            ? .text : name.elementsEqual("pronunciation".utf8) ? .pronunciation : .other
    }

    /// Skips a string; false if there is none.
    private mutating func skipString() -> Bool {
        guard take(UInt8(ascii: "\"")), let end = json.endOfString(from: position) else {
            return false
        }
        position = end
        return true
    }

    private mutating func skipSpace() {
        while position < json.count, json[position] <= UInt8(ascii: " ") { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < json.count, json[position] == byte else { return false }
        position += 1
        return true
    }

    /// Reads a string with its escapes; nil if there is none.
    private mutating func string() -> [UInt8]? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var text: [UInt8] = []
        var start = position
        while position < json.count {
            switch json[position] {
            case UInt8(ascii: "\""):
                text.append(contentsOf: json[start..<position])
                position += 1
                return text
            case UInt8(ascii: "\\"):
                text.append(contentsOf: json[start..<position])
                position += 1
                appendEscaped(to: &text)
                start = position
            default: position += 1
            }
        }
        return nil
    }

    private mutating func appendEscaped(to text: inout [UInt8]) {
        guard position < json.count else { return }
        let byte = json[position]
        position += 1
        switch byte {
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            text.append(UInt8(ascii: " "))
        case UInt8(ascii: "u"):
            guard var unit = hexadecimal() else { return }
            if (0xD800..<0xDC00).contains(unit), position + 1 < json.count,
                json[position] == UInt8(ascii: "\\"), json[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                if let second = hexadecimal(), (0xDC00..<0xE000).contains(second) {
                    unit = 0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)
                }
            }
            if let scalar = Unicode.Scalar(unit), let bytes = UTF8.encode(scalar) {
                text.append(contentsOf: bytes)
            }
        default: text.append(byte)
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= json.count else { return nil }
        defer { position += 4 }
        return UInt32(String(decoding: json[position..<position + 4], as: UTF8.self), radix: 16)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The index after the closing quote of a JSON string whose content begins at `start`; nil if it is not closed.
    func endOfString(from start: Int) -> Int? {
        var position = start
        while position < endIndex {
            switch self[position] {
            case UInt8(ascii: "\""): return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }
}
