internal import JSON
internal import Languages
package import Notes

/// Parses the stored fields of a note in one pass over the JSON.
///
/// Dealing a session reads two hundred notes while a learner waits, and `JSONDecoder` took most of that time. It still
/// reads whatever is formatted differently from what `StoredFields` writes.
package enum StoredFields {
    /// The fields, optionally only those in some languages; nil if `JSONDecoder` has to parse them.
    package static func read(
        _ json: UnsafeRawBufferPointer,
        in languages: [String]? = nil
    ) -> [FieldID: FieldValue]? {
        var fields: [FieldID: FieldValue] = [:]
        // About as many as short texts in many languages, so that the dictionary rarely grows.
        fields.reserveCapacity(min(1 + json.count / 40, 24))
        var reader = JSONReader(json)
        do throws(JSONError) {
            try reader.forEachMember { name, reader throws(JSONError) in
                if let languages, !isField(name, in: languages) {
                    reader.skipValue()
                    return
                }
                guard let field = FieldID(name),
                    fields.updateValue(try FieldValue(&reader), forKey: field) == nil
                else { throw reader.error(.missingValue) }
            }
        } catch {
            return nil
        }
        return reader.isAtEnd ? fields : nil
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

    /// Whether a field has no language, or one of some languages, which the part of its name before a hyphen names.
    private static func isField(_ name: String, in languages: [String]) -> Bool {
        let name = name.utf8
        guard let first = name.first, first > UInt8(ascii: "9") else { return true }
        return languages.contains { language in
            guard name.starts(with: language.utf8) else { return false }
            let next = name.dropFirst(language.utf8.count).first
            return next == nil || next == UInt8(ascii: "-")
        }
    }
}

extension FieldValue {
    fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
        self.init("")
        var hasText = false
        try reader.forEachMember { name, reader throws(JSONError) in
            let text = try reader.string()
            switch name {
            case "text": (self.text, hasText) = (text, true)
            case "pronunciation": pronunciation = text
            case "state": state = text
            case "extras": extras = text
            case "origin":
                guard let origin = Origin(rawValue: text) else {
                    throw reader.error(.missingValue)
                }
                self.origin = origin
            default: throw reader.error(.missingValue)
            }
        }
        guard hasText else { throw reader.error(.missingValue) }
    }
}
