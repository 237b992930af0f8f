/// A language, and optionally its script, as a well-formed BCP 47 tag in canonical form.
///
/// Every tag that the grammar of RFC 5646 allows is accepted, even if its subtags are unknown. Case is canonical, and
/// deprecated subtags are replaced (`iw` by `he`, `i-klingon` by `tlh`), except variants.
package struct LanguageTag: Hashable, Sendable {
    /// The maximum size in bytes; RFC 5646 requires at least 35.
    package static let maximumLength = 64

    /// The canonical spelling: `ja-Latn`, `pa-Guru`, `zh-Hans`.
    package let text: String

    /// Parses a tag and makes it canonical; nil if it is not well-formed.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        self.init(String(text))
    }

    /// The same without copying the string, because every field of a note is named by a tag.
    package init?(_ text: String) {
        if Self.isPlainlyCanonical(text) {
            self.text = text
            return
        }
        guard let subtags = LanguageSubtags(text) else { return nil }
        self.text = subtags.description
    }

    private init(canonical text: String) { self.text = text }

    package static let english = LanguageTag(canonical: "en")
}

extension LanguageTag {
    /// A fast check for the two forms of nearly all tags, `ja` and `ja-Latn`; a canonical tag of another form is not recognized.
    private static func isPlainlyCanonical(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == 2 || bytes.count == 7,
                LanguageAliases.isCurrent(bytes[0], bytes[1])
            else { return false }
            guard bytes.count == 7 else { return true }
            return bytes[2] == UInt8(ascii: "-")
                && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[3])
                && bytes[4...].allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        }
    }

    package var subtags: LanguageSubtags { LanguageSubtags(canonical: text) }

    /// The first subtag in lower case, `ja` of `ja-Latn`; `x` for a private-use tag.
    package var language: String {
        text.utf8.firstIndex(of: UInt8(ascii: "-")).map { String(text[..<$0]) } ?? text
    }

    /// The explicit script, `Latn` of `ja-Latn`.
    package var script: String? { subtags.script }
}

extension LanguageTag: CustomStringConvertible {
    package var description: String { text }
}

extension LanguageTag: Comparable {
    /// By text, so that the order in stored data is the same everywhere.
    package static func < (left: LanguageTag, right: LanguageTag) -> Bool {
        left.text < right.text
    }
}

extension LanguageTag: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.parsed(by: { LanguageTag($0) }, orFailing: "is not a language tag")
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
