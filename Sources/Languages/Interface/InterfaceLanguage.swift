package enum InterfaceLanguage: String, CaseIterable, Codable, Sendable {
    case english = "en"
    case korean = "ko"
    case french = "fr"
    case japanese = "ja"
    case punjabi = "pa"
    case ukrainian = "uk"
    /// English with accents and a third longer, to test whether everything is translated and has enough space.
    case lengthened = "en-XA"
    /// English written from right to left, to test the mirrored layout.
    case mirrored = "ar-XB"

    /// The language of the current request; English outside of requests.
    package static var current: InterfaceLanguage { find() }

    @TaskLocal private static var find: @Sendable () -> InterfaceLanguage = { .english }

    /// All but the test languages, in display order.
    package static let spoken = allCases.filter { !$0.isPseudo }

    package var tag: LanguageTag { LanguageTag(rawValue) ?? .english }

    /// Its name in the language itself.
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

    /// Whether it exists only for testing.
    package var isPseudo: Bool { self == .lengthened || self == .mirrored }

    package var direction: TextDirection { self == .mirrored ? .rightToLeft : .leftToRight }
}

// MARK: - The current language

extension InterfaceLanguage {
    package static func withCurrent<Result>(
        _ language: InterfaceLanguage,
        _ body: () throws -> Result
    ) rethrows -> Result {
        try withCurrent(by: { language }, body)
    }

    /// Runs `body` with a current language that is looked up whenever a text is translated.
    package static func withCurrent<Result>(
        by find: @escaping @Sendable () -> InterfaceLanguage,
        _ body: () throws -> Result
    ) rethrows -> Result {
        try $find.withValue(find, operation: body)
    }
}

// MARK: - The language of a browser

extension InterfaceLanguage {
    /// The language that a browser prefers; nil if it accepts none of these.
    ///
    /// - Parameter header: An `Accept-Language` (RFC 9110, 12.5.4); `ja-JP` fits `ja`, but `pa-Arab` does not fit `pa`.
    package static func preferred(by header: String) -> InterfaceLanguage? {
        let ranges = header.split(separator: ",").prefix(maximumRanges).compactMap(
            LanguageRange.init
        )
        var best: (language: InterfaceLanguage, weight: Int)?
        for range in ranges where range.weight > best?.weight ?? 0 {
            guard let language = range.language(among: ranges) else { continue }
            best = (language, range.weight)
        }
        return best?.language
    }

    /// The number of language ranges that are read from a header.
    private static let maximumRanges = 64
}

/// A language range of an `Accept-Language` header with its weight.
private struct LanguageRange {
    let range: Substring
    /// In thousandths, the resolution of the header.
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

    /// Parses `1`, `0.8` or `0.125`.
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

    /// The matching language; `*` matches every language that no other range refuses.
    func language(among ranges: [LanguageRange]) -> InterfaceLanguage? {
        guard range == "*" else { return Self.language(matching: range) }
        let refused = ranges.filter { $0.weight == 0 }.map { Self.language(matching: $0.range) }
        return InterfaceLanguage.spoken.first { !refused.contains($0) }
    }

    private static func language(matching range: Substring) -> InterfaceLanguage? {
        guard let wanted = LanguageTag(range) else { return nil }
        return InterfaceLanguage.allCases.first { $0.isPseudo && $0.rawValue == wanted.text }
            ?? InterfaceLanguage.spoken.first { language in
                guard let own = LanguageTag(language.rawValue) else { return false }
                return own.language == wanted.language && own.likelyScript == wanted.likelyScript
            }
    }
}
