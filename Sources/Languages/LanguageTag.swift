/// A language, and perhaps its script, named by a well-formed BCP-47 tag in canonical form.
///
/// Well formed is what the grammar of RFC 5646 allows, known or not: a tag nobody here has heard of is kept, not
/// dropped. Canonical are spelling and subtags: what the registry deprecates is replaced (`iw` by `he`, `i-klingon` by
/// `tlh`), variants are kept as they are.
package struct LanguageTag: Hashable, Sendable {
    /// The most bytes a tag may have; RFC 5646 asks for 35 at least.
    package static let maximumLength = 64

    /// The canonical spelling: `ja-Latn`, `pa-Guru`, `zh-Hans`.
    package let text: String

    /// Reads a tag, bringing it to canonical form; nil where the text is not a well-formed tag.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        self.init(String(text))
    }

    /// The same of a string, of which nothing is copied: every field of every note that is read has such a name.
    package init?(_ text: String) {
        if Self.isPlainlyCanonical(text) {
            self.text = text
            return
        }
        guard let subtags = LanguageSubtags(text) else { return nil }
        self.text = subtags.description
    }

    private init(canonical text: String) { self.text = text }

    /// The language of Omena's own pages, of WordNet, and of much else.
    package static let english = LanguageTag(canonical: "en")
}

extension LanguageTag {
    /// Whether a tag is one of the two shapes that nearly all have, `ja` and `ja-Latn`, and needs no taking apart.
    private static func isPlainlyCanonical(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == 2 || bytes.count == 7, LanguageAliases.isUsed(bytes[0], bytes[1])
            else { return false }
            guard bytes.count == 7 else { return true }
            return bytes[2] == UInt8(ascii: "-")
                && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[3])
                && bytes[4...].allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        }
    }

    /// The tag taken apart.
    package var subtags: LanguageSubtags { LanguageSubtags(canonical: text) }

    /// The first subtag in lower case, `ja` of `ja-Latn`; a tag of private use alone has `x`.
    package var language: String {
        text.utf8.firstIndex(of: UInt8(ascii: "-")).map { String(text[..<$0]) } ?? text
    }

    /// The script that the tag spells out, `Latn` of `ja-Latn`.
    package var script: String? { subtags.script }
}

extension LanguageTag: CustomStringConvertible {
    /// As it is written.
    package var description: String { text }
}

extension LanguageTag: Comparable {
    /// By spelling: an order that is the same everywhere, for text that is stored.
    package static func < (left: LanguageTag, right: LanguageTag) -> Bool {
        left.text < right.text
    }
}

extension LanguageTag: Codable {
    /// Reads what `encode(to:)` writes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let tag = LanguageTag(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text.prefix(80))” is not a language tag."
            )
        }
        self = tag
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
