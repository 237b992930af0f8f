internal import Notes

/// A text in which `*` stands for any text and `_` for any character.
package struct AnkiPattern: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case character(Unicode.Scalar)
        case one
        case anything
    }

    package let parts: [Part]
    /// What lies between its `*`, prepared once for all texts.
    private let runs: [AnkiPatternRun]

    private init(_ parts: [Part]) {
        self.parts = parts
        runs = parts.split(separator: .anything, omittingEmptySubsequences: false)
            .map { AnkiPatternRun($0) }
    }

    /// Parses wildcards, and `\` before a character that is meant literally.
    package init(_ text: some StringProtocol) {
        var parts: [Part] = []
        var isEscaped = false
        for scalar in String(text).composed.unicodeScalars {
            if isEscaped {
                parts.append(.character(scalar))
                isEscaped = false
                continue
            }
            switch scalar {
            case "\\": isEscaped = true
            case "*": if parts.last != .anything { parts.append(.anything) }
            case "_": parts.append(.one)
            default: parts.append(.character(scalar))
            }
        }
        if isEscaped { parts.append(.character("\\")) }
        self.init(parts)
    }

    /// The pattern with any text before and after it.
    package var anywhere: AnkiPattern { AnkiPattern([.anything] + parts + [.anything]) }

    /// The text, if there is no wildcard in it.
    package var literal: String? {
        var text = String.UnicodeScalarView()
        for part in parts {
            guard case .character(let scalar) = part else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    /// Whether it matches a whole text, regardless of the case of ASCII letters, as in Anki.
    package func matches(_ text: some StringProtocol) -> Bool {
        let text = Array(String(text).composed.unicodeScalars).map(\.withoutASCIICase)
        return matches(text, from: { $0 == 0 }, to: { $0 == text.count })
    }

    /// Whether it matches a part of a text that begins and ends where it may; the first place for each run is the best.
    private func matches(
        _ text: [Unicode.Scalar],
        from mayBegin: (Int) -> Bool,
        to mayEnd: (Int) -> Bool
    ) -> Bool {
        var position = 0
        for (index, run) in runs.enumerated() {
            let place = run.firstPlace(in: text, from: position) {
                (index > 0 || mayBegin($0))
                    && (index < runs.count - 1 || mayEnd($0 + run.count))
            }
            guard let place else { return false }
            position = place + run.count
        }
        return true
    }

    /// The same regardless of the case of all letters, for names.
    package func matches(name: some StringProtocol) -> Bool {
        folded.matches(String(name).caseFolded)
    }

    private var folded: AnkiPattern { mapped(\.caseFolded) }

    /// The pattern without accents and other combining characters.
    var withoutCombining: AnkiPattern { mapped(\.withoutCombining) }

    private func mapped(_ change: (String) -> String) -> AnkiPattern {
        AnkiPattern(
            parts.flatMap { part -> [Part] in
                guard case .character(let scalar) = part else { return [part] }
                return change(String(Character(scalar))).unicodeScalars.map { .character($0) }
            }
        )
    }
}

extension AnkiPattern {
    /// Whether it matches anywhere between the edges of words, regardless of case, as `\b…\b` does in a regular expression.
    package func matchesWords(in text: String) -> Bool {
        let text = Array(text.composed.caseFolded.unicodeScalars)
        return folded.matches(
            text,
            from: { Self.isEdge($0, of: text) },
            to: { Self.isEdge($0, of: text) }
        )
    }

    private static func isEdge(_ position: Int, of text: [Unicode.Scalar]) -> Bool {
        let before = position > 0 && text[position - 1].isPartOfWord
        let after = position < text.count && text[position].isPartOfWord
        return before != after
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
            true
        default: properties.isAlphabetic
        }
    }
}
