package import Notes
internal import SQLite

extension SettingKey {
    /// When each unused picture or sound was first found to be unused, by file name, as JSON.
    static let unusedMedia = SettingKey(rawValue: "unnamed media")
}

extension Writer {
    /// Finds pictures and sounds that are no longer used, and stores and returns when each was first found to be unused.
    ///
    /// Notes in the bin, changes that can be undone, texts that lost in a sync, and templates also count as uses. Names that
    /// begin with `_` are for templates and never count as unused, as in Anki.
    package func updateUnusedMedia(at moment: Moment) throws -> [String: Moment] {
        let stored = try setting(.unusedMedia) ?? "{}"
        let known = StoredJSON.read(stored, as: [String: Moment].self) ?? [:]
        var unused: [String: Moment] = [:]
        for name in try media().keys where !name.hasPrefix("_") {
            // Not later, even if the clock was ahead when it was found.
            unused[name] = min(known[name] ?? moment, moment)
        }
        for name in try usedMediaNames(among: unused.keys) { unused[name] = nil }
        let text = try StoredJSON.text(of: unused)
        if text != stored { try set(.unusedMedia, to: text) }
        return unused
    }

    /// The names of stored pictures and sounds that texts may refer to.
    func usedMediaNames() throws -> Set<String> { try usedMediaNames(among: media().keys) }

    private func usedMediaNames(among names: some Collection<String>) throws -> Set<String> {
        guard !names.isEmpty else { return [] }
        let names = Set(names)
        var used: Set<String> = []
        try forEachTextWithMedia { text in
            for name in PossibleFileNames(text) where names.contains(name) { used.insert(name) }
        }
        return used
    }

    /// Whether a file name occurs in any text that may use it, in any encoding; slow but reliable.
    package func isMediaNameUsed(_ name: String) throws -> Bool {
        let spellings = Set([name, name.markupEscaped, name.percentEncoded])
        return try spellings.contains { spelling in
            // JSON may escape these.
            if spelling.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
                return true
            }
            return try connection.hasRow(
                """
                SELECT 1
                FROM (
                    SELECT fields AS text FROM note
                    UNION ALL
                    SELECT replaced FROM journal
                    UNION ALL
                    SELECT definition FROM note_type
                    UNION ALL
                    SELECT value FROM overwritten
                )
                WHERE instr(text, :name) > 0
                LIMIT 1
                """,
                ["name": spelling]
            )
        }
    }

    /// The contents that undoing or redoing a change needs.
    package func journaledMedia() throws -> Set<MediaHash> {
        var hashes: Set<MediaHash> = []
        try connection.forEach(
            """
            SELECT replaced
            FROM journal
            WHERE instr(replaced, '"medium"') > 0
            """
        ) { row in
            guard let content = StoredJSON.read(row.text(0), as: ChangeContent.self) else { return }
            for case .medium(_, let before, let after) in content.replacements {
                hashes.formUnion([before?.hash, after?.hash].compactMap(\.self))
            }
        }
        return hashes
    }

    private func forEachTextWithMedia(_ body: (UnsafeRawBufferPointer) -> Void) throws {
        try connection.forEach("SELECT fields FROM note") { $0.withBytes(0, body) }
        try connection.forEach("SELECT replaced FROM journal") { $0.withBytes(0, body) }
        try connection.forEach("SELECT definition FROM note_type") { $0.withBytes(0, body) }
        try connection.forEach("SELECT value FROM overwritten") { $0.withBytes(0, body) }
    }
}

/// The possible file names in a text: its parts between quotes, brackets, colons and spaces.
private struct PossibleFileNames: Sequence, IteratorProtocol {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ text: UnsafeRawBufferPointer) { rest = text[...] }

    mutating func next() -> String? {
        while let start = rest.firstIndex(where: { !Self.isSeparator($0) }) {
            let end = rest[start...].firstIndex(where: Self.isSeparator) ?? rest.endIndex
            let word = rest[start..<end]
            rest = rest[end...]
            // A file name has an extension.
            if word.contains(UInt8(ascii: ".")) {
                return String(decoding: word, as: UTF8.self).percentDecoded
            }
        }
        return nil
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
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

    fileprivate var percentEncoded: String {
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
    var percentDecoded: String {
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
