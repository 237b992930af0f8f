internal import Languages
package import Notes

/// Parses the stored fields of a note in one pass over the JSON.
///
/// Dealing a session reads two hundred notes while a learner waits, and `JSONDecoder` would take most of that time. It is
/// used only for JSON that is formatted differently from what `StoredFields` writes.
package struct StoredFields {
    private let json: UnsafeRawBufferPointer
    private var position = 0

    private init(_ json: UnsafeRawBufferPointer) { self.json = json }

    /// The fields, optionally only those in some languages; nil if `JSONDecoder` has to parse them.
    package static func read(
        _ json: UnsafeRawBufferPointer,
        in languages: [String]? = nil
    ) -> [FieldID: FieldValue]? {
        var reader = StoredFields(json)
        return reader.fields(in: languages)
    }

    /// The fields, optionally only those in some languages, parsed by `JSONDecoder` if necessary.
    package static func values(
        _ json: UnsafeRawBufferPointer,
        in languages: [String]? = nil
    ) throws -> [FieldID: FieldValue] {
        if let values = read(json, in: languages) { return values }
        return try StoredJSON.read(json, as: [FieldID: FieldValue].self, in: ("note", "fields"))
            .filter { field, _ in
                guard let languages, case .language(let tag) = field else { return true }
                return languages.contains(tag.language)
            }
    }

    private mutating func fields(in languages: [String]?) -> [FieldID: FieldValue]? {
        guard take("{") else { return nil }
        if take("}") { return position == json.count ? [:] : nil }
        var fields: [FieldID: FieldValue] = [:]
        // About as many as short texts in many languages, so that the dictionary rarely grows.
        fields.reserveCapacity(min(1 + json.count / 40, 24))
        repeat {
            if let languages, !isNext(in: languages) {
                guard skipString(), take(":"), skipValue() else { return nil }
                continue
            }
            guard let key = string(), let field = FieldID(key), take(":"), let value = value(),
                fields.updateValue(value, forKey: field) == nil
            else { return nil }
        } while take(",")
        return take("}") && position == json.count ? fields : nil
    }

    private mutating func value() -> FieldValue? {
        var value = FieldValue("")
        var hasText = false
        guard take("{") else { return nil }
        repeat {
            guard let key = string(), take(":"), let text = string() else { return nil }
            switch key {
            case "text": (value.text, hasText) = (text, true)
            case "pronunciation": value.pronunciation = text
            case "state": value.state = text
            case "extras": value.extras = text
            case "origin":
                guard let origin = FieldValue.Origin(rawValue: text) else { return nil }
                value.origin = origin
            default: return nil
            }
        } while take(",")
        return take("}") && hasText ? value : nil
    }

    /// Whether the next field is not a language, or one of some languages; the language is the part of the name before a hyphen.
    private func isNext(in languages: [String]) -> Bool {
        let name = json.dropFirst(position + 1)
        guard let first = name.first, first > UInt8(ascii: "9") else { return true }
        return languages.contains { language in
            let count = language.utf8.count
            guard name.count > count, name.starts(with: language.utf8) else { return false }
            let next = name[name.startIndex + count]
            return next == UInt8(ascii: "-") || next == UInt8(ascii: "\"")
        }
    }

    private mutating func skipValue() -> Bool {
        guard take("{") else { return false }
        repeat {
            guard skipString(), take(":"), skipString() else { return false }
        } while take(",")
        return take("}")
    }

    private mutating func skipString() -> Bool {
        guard take("\""), let end = json.endOfString(from: position) else { return false }
        position = end
        return true
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < json.count, json[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Parses a string with no escapes except those of quotes, slashes and line breaks, which are frequent in markup.
    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        let start = position
        while position < json.count {
            switch json[position] {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                let text = UnsafeRawBufferPointer(rebasing: json[start..<position])
                return String(utf8: text.assumingMemoryBound(to: UInt8.self))
            case UInt8(ascii: "\\"): return escapedString(from: start)
            case 0..<0x20: return nil
            default: position += 1
            }
        }
        return nil
    }

    private mutating func escapedString(from start: Int) -> String? {
        var text = Array(json[start..<position])
        while position < json.count {
            let byte = json[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return text.withUnsafeBufferPointer { String(utf8: $0) }
            case UInt8(ascii: "\\"):
                guard position < json.count else { return nil }
                switch json[position] {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
                    text.append(json[position])
                case UInt8(ascii: "n"): text.append(0x0A)
                case UInt8(ascii: "r"): text.append(0x0D)
                case UInt8(ascii: "t"): text.append(0x09)
                default: return nil
                }
                position += 1
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }
}
