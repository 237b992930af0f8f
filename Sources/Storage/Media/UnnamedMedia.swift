package import Notes
internal import SQLite

extension SettingKey {
    /// Since when a picture or sound is unused, by file name, as JSON.
    static let unnamedMedia = SettingKey(rawValue: "unnamed media")
}

extension Writer {
    /// Finds pictures and sounds that are not used any more, and since when that is known.
    ///
    /// Notes in the bin, changes that can be undone, and templates also count as uses. Names that begin with `_` are for
    /// templates and stay, as in Anki.
    package func noticeUnnamedMedia(at moment: Moment) throws -> [String: Moment] {
        let stored = try setting(.unnamedMedia) ?? "{}"
        let known = StoredJSON.read(stored, as: [String: Moment].self) ?? [:]
        var unnamed: [String: Moment] = [:]
        for name in try media().keys where !name.hasPrefix("_") {
            unnamed[name] = known[name] ?? moment
        }
        if !unnamed.isEmpty {
            try forEachTextWithNames { text in
                for name in MediaWords(text) { unnamed[name] = nil }
            }
        }
        let text = try StoredJSON.text(of: unnamed)
        if text != stored { try set(.unnamedMedia, to: text) }
        return unnamed
    }

    /// Whether a name occurs in any text that may use it, in any encoding; slow but certain.
    package func isNamedAnywhere(_ name: String) throws -> Bool {
        let spellings = Set([name, name.markupEscaped, name.addressEscaped])
        return try spellings.contains { spelling in
            // JSON may escape these.
            if spelling.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
                return true
            }
            return try connection.row(
                """
                SELECT 1
                FROM (
                    SELECT fields AS text FROM note
                    UNION ALL
                    SELECT replaced FROM journal
                    UNION ALL
                    SELECT definition FROM note_type
                )
                WHERE instr(text, :name) > 0
                LIMIT 1
                """,
                ["name": spelling]
            ) { _ in true } ?? false
        }
    }

    private func forEachTextWithNames(_ body: (UnsafeRawBufferPointer) -> Void) throws {
        try connection.forEach("SELECT fields FROM note") { $0.withBytes(0, body) }
        try connection.forEach("SELECT replaced FROM journal") { $0.withBytes(0, body) }
        try connection.forEach("SELECT definition FROM note_type") { $0.withBytes(0, body) }
    }
}

/// Possible file names in a text: whatever is between quotes, brackets, colons and spaces.
private struct MediaWords: Sequence, IteratorProtocol {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ text: UnsafeRawBufferPointer) { rest = text[...] }

    mutating func next() -> String? {
        while let start = rest.firstIndex(where: { !Self.ends($0) }) {
            let end = rest[start...].firstIndex(where: Self.ends) ?? rest.endIndex
            let word = rest[start..<end]
            rest = rest[end...]
            // A file name has an extension.
            if word.contains(UInt8(ascii: ".")) {
                return String(decoding: word, as: UTF8.self).addressUnescaped
            }
        }
        return nil
    }

    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "("),
            UInt8(ascii: ")"):
            true
        default: false
        }
    }
}

extension String {
    /// Encoded for HTML.
    fileprivate var markupEscaped: String {
        rewritten { $0 == "\"" ? nil : $0.markupReference }
    }

    /// Percent-encoded.
    fileprivate var addressEscaped: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }

    /// Without percent-encoding.
    var addressUnescaped: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
