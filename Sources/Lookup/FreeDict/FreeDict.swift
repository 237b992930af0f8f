internal import Compression
internal import Glibc
package import Languages
internal import Notes

/// A bilingual dictionary of FreeDict as installed by Debian.
package struct FreeDict: Sendable {
    private let index: MappedFile
    private let text: MappedFile
    private let chunks: ChunkedGzip

    /// Nil if the pair is not installed.
    ///
    /// - Parameters:
    /// - source: The language of the words; its script and region are ignored.
    /// - target: The language of the translations.
    package init?(
        from source: LanguageTag,
        to target: LanguageTag,
        folder: String = "/usr/share/dictd"
    ) {
        guard let source = Self.codes[source.language], let target = Self.codes[target.language],
            let index = MappedFile("\(folder)/freedict-\(source)-\(target).index"),
            let text = MappedFile("\(folder)/freedict-\(source)-\(target).dict.dz"),
            let chunks = ChunkedGzip(head: text[0..<ChunkedGzip.longestHead])
        else { return nil }
        (self.index, self.text, self.chunks) = (index, text, chunks)
    }

    /// Whether any pair is.
    package static func isAnyInstalled() -> Bool {
        codes.values.contains { source in
            codes.values.contains { target in
                access("/usr/share/dictd/freedict-\(source)-\(target).index", R_OK) == 0
            }
        }
    }

    /// The translation that most meanings of a word share; nil if the word is unknown.
    package func translation(of word: String) -> String? {
        let key = Self.key(word)
        // Entries with this prefix describe the dictionary.
        guard !key.isEmpty, !key.hasPrefix("00database") else { return nil }
        let entries = index.allLines(startingWith: Array("\(key)\t".utf8))
            .prefix(Self.mostEntries).compactMap { entry(of: $0) }
        // The index ignores case, which tells `house` from `House`.
        let same = entries.filter { $0.hasPrefix("\(word.trimmed) ") }
        let translations = (same.isEmpty ? entries : same).flatMap { Self.translations(in: $0) }
        var counts: [String: Int] = [:]
        for (name, meanings) in translations { counts[name, default: 0] += meanings }
        guard let most = counts.values.max() else { return nil }
        return translations.first { counts[$0.name] == most }?.name
    }

    private static let mostEntries = 32

    /// The entry that an index line points to.
    private func entry(of line: [UInt8]) -> String? {
        let fields = line.split(separator: UInt8(ascii: "\t"))
        guard fields.count >= 3, let offset = Self.number(fields[1]),
            let length = Self.number(fields[2]), length < 1 << 16,
            let bytes = try? chunks.bytes(offset..<(offset + length), from: { text[$0] })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The translations in an entry, each with the number of meanings that have it.
    ///
    /// Each line such as `1. koira, hauva` translates one or several meanings, which the lines below it explain; those after the
    /// first begin with a line such as ` 2.`. A single line of translations has no number.
    private static func translations(in entry: String) -> [(name: String, meanings: Int)] {
        let lines = entry.split(whereSeparator: \.isNewline).dropFirst()
        let isNumbered = lines.contains { numbered($0) != nil }
        var groups: [(names: [String], meanings: Int)] = []
        for line in lines {
            if let text = isNumbered ? numbered(line) : groups.isEmpty ? line : nil {
                groups.append((names(in: text), 1))
            } else if !groups.isEmpty, line.hasPrefix(" "), Int(line.trimmed.dropLast()) != nil {
                groups[groups.count - 1].meanings += 1
            }
        }
        return groups.flatMap { group in group.names.map { ($0, group.meanings) } }
    }

    /// What follows the number at the start of a line; nil if there is none.
    private static func numbered(_ line: Substring) -> Substring? {
        guard let dot = line.firstIndex(of: "."), Int(line[..<dot]) != nil else { return nil }
        return line[line.index(after: dot)...]
    }

    /// The translations in a line, without comments in brackets.
    private static func names(in line: Substring) -> [String] {
        var depth = 0
        let parts = line.split { character in
            if "([<".contains(character) { depth += 1 }
            defer { if ")]>".contains(character) { depth -= 1 } }
            return depth <= 0 && ",;、".contains(character)
        }
        return parts.compactMap { part in
            let name = part.prefix { !"([</".contains($0) }.trimmed
            // The number of the first of several meanings: `vesi 2.`.
            let last = name.lastIndex(of: " ") ?? name.endIndex
            let isNumbered = Int(name[last...].dropFirst().prefix { $0 != "." }) != nil
            let text = isNumbered ? name[..<last].trimmed : name
            return text.isEmpty ? nil : text
        }
    }

    /// A headword as normalized in the index: lower case, without punctuation.
    private static func key(_ word: String) -> String {
        String(
            word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }
                .split(separator: " ").joined(separator: " ").prefix(200)
        )
    }

    /// A number in the index's base-64 digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...6).contains(digits.count) else { return nil }
        return digits.reduce(0 as Int?) { number, digit in
            guard let number, let value = alphabet.firstIndex(of: digit) else { return nil }
            return number << 6 | value
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// FreeDict's language codes (ISO 639-3) by language tag.
    private static let codes: [String: String] = [
        "af": "afr", "ar": "ara", "ast": "ast", "br": "bre", "bg": "bul", "ca": "cat", "cs": "ces",
        "ckb": "ckb", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo",
        "fi": "fin", "fr": "fra", "ga": "gle", "gd": "gla", "hi": "hin", "hr": "hrv", "hu": "hun",
        "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ku": "kur", "kmr": "kmr", "la": "lat",
        "lt": "lit", "mk": "mkd", "nb": "nor", "nl": "nld", "nn": "nno", "no": "nor", "oc": "oci",
        "pl": "pol", "pt": "por", "ro": "rom", "ru": "rus", "sa": "san", "sk": "slk", "sl": "slv",
        "es": "spa", "sr": "srp", "sv": "swe", "sw": "swh", "tr": "tur", "wo": "wol",
    ]
}
