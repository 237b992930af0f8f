/// A language that Omena itself speaks.
package enum InterfaceLanguage: String, CaseIterable, Codable, Sendable {
    case english = "en"
    case korean = "ko"
    case french = "fr"
    case japanese = "ja"
    case punjabi = "pa"
    case ukrainian = "uk"
    /// English with accents and a third longer, to see whether everything is translated and has room.
    case lengthened = "en-XA"
    /// English written from right to left, to see whether everything turns around.
    case mirrored = "ar-XB"

    /// The language in which a page is being written, or a request answered; English outside of requests.
    @TaskLocal package static var current = InterfaceLanguage.english

    /// Those that people speak, in the order in which they are offered.
    package static let spoken = allCases.filter { !$0.isPseudo }

    /// What its speakers call it.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .korean: "한국어"
        case .french: "Français"
        case .japanese: "日本語"
        case .punjabi: "ਪੰਜਾਬੀ"
        case .ukrainian: "Українська"
        case .lengthened: "[Éñĝļîšĥ]"
        case .mirrored: "English, from right to left"
        }
    }

    /// Whether it is only there to look at.
    package var isPseudo: Bool { self == .lengthened || self == .mirrored }

    /// From which side it is read.
    package var direction: TextDirection { self == .mirrored ? .rightToLeft : .leftToRight }
}

extension InterfaceLanguage {
    /// The one that a browser asks for first among those that Omena speaks; nil where it asks for none of them.
    ///
    /// - Parameter header: An `Accept-Language` (RFC 9110, 12.5.4); `ja-JP` fits `ja`, but `pa-Arab` does not fit `pa`.
    package static func preferred(by header: String) -> InterfaceLanguage? {
        let wishes = header.split(separator: ",").prefix(mostWishes).compactMap(Wish.init)
        var best: (language: InterfaceLanguage, weight: Int)?
        for wish in wishes where wish.weight > best?.weight ?? 0 {
            guard let language = wish.language(refusing: wishes) else { continue }
            best = (language, wish.weight)
        }
        return best?.language
    }

    /// How much of a header is read.
    private static let mostWishes = 64
}

/// One member of an `Accept-Language`.
private struct Wish {
    let range: Substring
    /// In thousandths, which is as fine as it is written.
    let weight: Int

    init?(_ member: Substring) {
        var parts = member.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " && $0 != "\t" }[...] }
        range = parts.removeFirst()
        guard !range.isEmpty else { return nil }
        guard let quality = parts.first(where: { $0.hasPrefix("q=") || $0.hasPrefix("Q=") }) else {
            weight = 1000
            return
        }
        guard let weight = Self.thousandths(quality.dropFirst(2)) else { return nil }
        self.weight = weight
    }

    /// Reads `1`, `0.8` or `0.125`.
    private static func thousandths(_ text: Substring) -> Int? {
        let digits = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = digits.first.flatMap({ Int($0) }), (0...1).contains(whole),
            digits.count < 3
        else { return nil }
        guard digits.count == 2 else { return whole * 1000 }
        guard digits[1].utf8.count <= 3,
            let part = Int(digits[1] + String(repeating: "0", count: 3 - digits[1].utf8.count)),
            part >= 0
        else { return nil }
        let weight = whole * 1000 + part
        return weight <= 1000 ? weight : nil
    }

    /// The language that fits; whatever fits is meant by `*`, unless another wish refuses it.
    func language(refusing wishes: [Wish]) -> InterfaceLanguage? {
        guard range == "*" else { return Self.language(fitting: range) }
        let refused = wishes.filter { $0.weight == 0 }.map { Self.language(fitting: $0.range) }
        return InterfaceLanguage.spoken.first { !refused.contains($0) }
    }

    private static func language(fitting range: Substring) -> InterfaceLanguage? {
        guard let wanted = LanguageTag(range) else { return nil }
        return InterfaceLanguage.allCases.first { $0.isPseudo && $0.rawValue == wanted.text }
            ?? InterfaceLanguage.spoken.first { language in
                guard let own = LanguageTag(language.rawValue) else { return false }
                return own.language == wanted.language && own.likelyScript == wanted.likelyScript
            }
    }
}
