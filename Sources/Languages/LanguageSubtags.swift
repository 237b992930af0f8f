/// The subtags of a language tag in canonical form.
package struct LanguageSubtags: Hashable, Sendable {
    /// Two to eight lower-case letters: `ja`; empty in a private-use tag.
    package private(set) var language = ""
    /// Three-letter subtags after the language: `yue` of `zh-yue`.
    package private(set) var extendedLanguages: [String] = []
    /// Four letters, the first in upper case: `Latn`.
    package private(set) var script: String?
    /// Two upper-case letters or three digits: `PK`, `419`.
    package private(set) var region: String?
    /// In lower case and in the original order, which can be significant: `hepburn`.
    package private(set) var variants: [String] = []
    /// Each with its singleton, by which they are sorted: `u-nu-latn`.
    package private(set) var extensions: [String] = []
    /// The subtags after `x`.
    package private(set) var privateUse: [String] = []

    /// Parses a tag in any case; nil if it is not well-formed by RFC 5646.
    ///
    /// Deprecated subtags and tags are replaced: `iw` by `he`, `zh-yue` by `yue`, `i-klingon` by `tlh`.
    package init?(_ text: some StringProtocol) {
        let lowercased = text.utf8.count <= LanguageTag.maximumLength ? text.lowercased() : ""
        if let successor = LanguageAliases.grandfathered[lowercased] {
            self.init(wellFormed: successor)
        } else {
            self.init(wellFormed: text)
        }
        replaceDeprecatedSubtags()
    }

    /// Parses a canonical tag, with a fast path for a language and an optional script.
    init(canonical text: String) {
        let bytes = text.utf8
        let hyphen = bytes.index(bytes.startIndex, offsetBy: 2)
        if hyphen == bytes.endIndex {
            language = text
        } else if bytes.count == 7, bytes[hyphen] == UInt8(ascii: "-"),
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[bytes.index(after: hyphen)])
        {
            language = String(text[..<hyphen])
            script = String(text[bytes.index(after: hyphen)...])
        } else if let subtags = LanguageSubtags(text) {
            self = subtags
        } else {
            preconditionFailure("“\(text)” is not a language tag")
        }
    }

    private init?(wellFormed text: some StringProtocol) {
        guard (2...LanguageTag.maximumLength).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        var rest = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)[...]
        guard rest.allSatisfy({ (1...8).contains($0.utf8.count) }) else { return nil }

        if rest.first != "x" {
            guard let language = rest.takeFirst(where: { $0.isLetters(2...8) }) else { return nil }
            self.language = language
            while language.utf8.count <= 3, extendedLanguages.count < 3,
                let extended = rest.takeFirst(where: { $0.isLetters(3...3) })
            {
                extendedLanguages.append(extended)
            }
            script = rest.takeFirst { $0.isLetters(4...4) }.map {
                $0.prefix(1).uppercased() + $0.dropFirst()
            }
            region = rest.takeFirst { $0.isLetters(2...2) || $0.isDigits(3...3) }?.uppercased()
            while let variant = rest.takeFirst(where: \.isVariant) {
                guard !variants.contains(variant) else { return nil }
                variants.append(variant)
            }
            while let singleton = rest.takeFirst(where: { $0.utf8.count == 1 && $0 != "x" }) {
                var parts = [singleton]
                while let part = rest.takeFirst(where: { $0.utf8.count >= 2 }) {
                    parts.append(part)
                }
                guard parts.count > 1, !extensions.contains(where: { $0.hasPrefix(singleton) })
                else { return nil }
                extensions.append(parts.joined(separator: "-"))
            }
            extensions.sort()
        }
        if rest.first == "x" {
            privateUse = rest.dropFirst().map(String.init)
            guard !privateUse.isEmpty else { return nil }
            rest = []
        }
        guard rest.isEmpty else { return nil }
    }
}

extension LanguageSubtags {
    private mutating func replaceDeprecatedSubtags() {
        while true {
            if !extendedLanguages.isEmpty, LanguageAliases.macrolanguages.contains(language) {
                language = extendedLanguages.removeFirst()
            } else if let successor = LanguageAliases.languages[language[...]] {
                language = String(successor)
            } else {
                break
            }
        }
        if let region { self.region = LanguageAliases.regions[region] ?? region }
    }
}

extension LanguageSubtags: CustomStringConvertible {
    package var description: String {
        var parts = language.isEmpty ? [] : [language]
        parts += extendedLanguages
        parts += [script, region].compactMap(\.self)
        parts += variants + extensions
        if !privateUse.isEmpty { parts += ["x"] + privateUse }
        return parts.joined(separator: "-")
    }
}

extension ArraySlice<Substring> {
    fileprivate mutating func takeFirst(where isWanted: (Substring) -> Bool) -> String? {
        guard let first, isWanted(first) else { return nil }
        removeFirst()
        return String(first)
    }
}

extension Substring {
    fileprivate func isLetters(_ length: ClosedRange<Int>) -> Bool {
        length.contains(utf8.count) && utf8.allSatisfy(\.isLetter)
    }

    fileprivate func isDigits(_ length: ClosedRange<Int>) -> Bool {
        length.contains(utf8.count) && utf8.allSatisfy(\.isDigit)
    }

    fileprivate var isVariant: Bool {
        utf8.count >= 5 || (utf8.count == 4 && utf8.first.map(\.isDigit) == true)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
