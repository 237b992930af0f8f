/// A language, and perhaps its script, named by a well-formed BCP-47 tag in canonical form.
///
/// Well formed is what the grammar of RFC 5646 allows, known or not: a tag nobody here has heard of is kept, not
/// dropped. Canonical are spelling and subtags: what the registry deprecates is replaced (`iw` by `he`, `i-klingon` by
/// `tlh`), variants are kept as they are.
public struct LanguageTag: Hashable, Sendable {
    /// The most bytes a tag may have; RFC 5646 asks for 35 at least.
    public static let maximumLength = 64

    /// The canonical spelling: `ja-Latn`, `pa-Guru`, `zh-Hans`.
    public let text: String

    /// Reads a tag, bringing it to canonical form; nil where the text is not a well-formed tag.
    public init?(_ text: some StringProtocol) {
        if Self.isPlainlyCanonical(text) {
            self.text = String(text)
            return
        }
        guard let subtags = LanguageSubtags(text) else { return nil }
        self.text = subtags.description
    }

    private init(canonical text: String) { self.text = text }

    /// The language of Omena's own pages, of WordNet, and of much else.
    public static let english = LanguageTag(canonical: "en")
}

extension LanguageTag {
    /// Whether a tag is one of the two shapes that nearly all have, `ja` and `ja-Latn`, and needs no taking apart.
    private static func isPlainlyCanonical(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard bytes.count == 2 || bytes.count == 7 else { return false }
        let small = UInt8(ascii: "a")...UInt8(ascii: "z")
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 2: guard byte == UInt8(ascii: "-") else { return false }
            case 3: guard small.contains(byte | 0x20), !small.contains(byte) else { return false }
            default: guard small.contains(byte) else { return false }
            }
        }
        return LanguageAliases.languages[String(text.prefix(2))[...]] == nil
    }

    /// The tag taken apart.
    public var subtags: LanguageSubtags {
        guard let subtags = LanguageSubtags(text) else { preconditionFailure("not a tag: \(text)") }
        return subtags
    }

    /// The first subtag in lower case, `ja` of `ja-Latn`; a tag of private use alone has `x`.
    public var language: String { String(text.prefix { $0 != "-" }) }

    /// The script that the tag spells out, `Latn` of `ja-Latn`.
    public var script: String? { subtags.script }
}

extension LanguageTag: CustomStringConvertible {
    /// As it is written.
    public var description: String { text }
}

extension LanguageTag: Comparable {
    /// By spelling: an order that is the same everywhere, for text that is stored.
    public static func < (left: LanguageTag, right: LanguageTag) -> Bool {
        left.text < right.text
    }
}

extension LanguageTag: Codable {
    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
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
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
