internal import JSON
internal import Notes

/// Reads the texts of a note's fields from the JSON in which they are stored.
///
/// The index reads every note that is written, so this decodes only what is searched, in one pass. Invalid JSON has no
/// texts after the first error, except that half a surrogate pair is left out.
enum FieldTexts {
    /// Calls a body with the name of each field and each of its searchable texts: the text itself and its pronunciation.
    static func forEach(in json: [UInt8], _ body: (_ field: [UInt8], _ text: [UInt8]) -> Void) {
        json.withUnsafeBufferPointer { json in
            var reader = JSONReader(json)
            try? reader.forEachMember { field, reader throws(JSONError) in
                let field = Array(field.utf8)
                try reader.forEachMember { name, reader throws(JSONError) in
                    switch name {
                    case "text":
                        let text = try reader.withString(skipsLoneSurrogates: true, words)
                        body(field, readable(text))
                    case "pronunciation":
                        body(field, try reader.withString(skipsLoneSurrogates: true, words))
                    default: reader.skipValue()
                    }
                }
            }
        }
    }

    /// The different words of all fields, with their accents.
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

    /// A picture is found by its caption, not by its file name.
    private static func readable(_ text: [UInt8]) -> [UInt8] {
        guard MediaText.mayName(text) else { return text }
        return Array(MediaText(String(decoding: text, as: UTF8.self)).captioned.utf8)
    }

    /// A text with spaces instead of tabs and line breaks.
    private static func words(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text = Array(text)
        for (index, byte) in text.enumerated() {
            switch byte {
            case 0x08, 0x09, 0x0A, 0x0C, 0x0D: text[index] = UInt8(ascii: " ")
            default: break
            }
        }
        return text
    }
}
