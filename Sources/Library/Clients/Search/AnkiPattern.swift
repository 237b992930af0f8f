internal import Notes

/// A text in which `*` stands for any text and `_` for any character.
package struct AnkiPattern: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case character(Unicode.Scalar)
        case one
        case anything
    }

    package private(set) var parts: [Part] = []

    /// Parses wildcards, and `\` before a character that is meant literally.
    package init(_ text: some StringProtocol) {
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
    }

    /// The pattern with any text before and after it.
    package var anywhere: AnkiPattern {
        var pattern = self
        pattern.parts = [.anything] + parts + [.anything]
        return pattern
    }

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
        let text = Array(String(text).composed.unicodeScalars)
        var (place, position) = (0, 0)
        var retry: (place: Int, position: Int)?
        while position < text.count {
            let part = parts.indices.contains(place) ? parts[place] : nil
            switch part {
            case .anything?:
                retry = (place, position)
                place += 1
                continue
            case .one?:
                place += 1
                position += 1
                continue
            case .character(let scalar)? where Self.areSame(scalar, text[position]):
                place += 1
                position += 1
                continue
            default: break
            }
            guard let last = retry else { return false }
            retry = (last.place, last.position + 1)
            place = last.place + 1
            position = last.position + 1
        }
        return parts[min(place, parts.count)...].allSatisfy { $0 == .anything }
    }

    /// The same regardless of the case of all letters, for names.
    package func matches(name: some StringProtocol) -> Bool {
        folded.matches(String(name).caseFolded)
    }

    private var folded: AnkiPattern {
        var pattern = self
        pattern.parts = parts.flatMap { part -> [Part] in
            guard case .character(let scalar) = part else { return [part] }
            return String(Character(scalar)).caseFolded.unicodeScalars.map { .character($0) }
        }
        return pattern
    }

    private static func areSame(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
        if left == right { return true }
        let (left, right) = (left.value | 0x20, right.value | 0x20)
        return left == right && (0x61...0x7A).contains(left) && left < 0x80
    }
}

extension AnkiPattern {
    /// Whether it matches anywhere between the edges of words, regardless of case, as `\b…\b` does in a regular expression.
    package func matchesWords(in text: String) -> Bool {
        let parts = folded.parts
        let text = Array(text.composed.caseFolded.unicodeScalars)
        // All ways to match are followed at once: the numbers of the parts that may come next.
        var next: Set<Int> = []
        for position in 0...text.count {
            let isEdge = Self.isEdge(position, of: text)
            if isEdge { next.insert(0) }
            for part in next.sorted() { skipAnything(from: part, parts, &next) }
            if isEdge, next.contains(parts.count) { return true }
            guard position < text.count else { break }
            next = next.reduce(into: []) { after, part in
                guard part < parts.count else { return }
                switch parts[part] {
                case .anything: after.insert(part)
                case .one: after.insert(part + 1)
                case .character(let scalar):
                    if scalar == text[position] { after.insert(part + 1) }
                }
            }
        }
        return false
    }

    private func skipAnything(from part: Int, _ parts: [Part], _ next: inout Set<Int>) {
        var part = part
        while part < parts.count, parts[part] == .anything {
            part += 1
            next.insert(part)
        }
    }

    private static func isEdge(_ position: Int, of text: [Unicode.Scalar]) -> Bool {
        let before = position > 0 && text[position - 1].isPartOfWord
        let after = position < text.count && text[position].isPartOfWord
        return before != after
    }

    /// The pattern without accents and other combining characters.
    var withoutCombining: AnkiPattern {
        var pattern = self
        pattern.parts = parts.flatMap { part -> [Part] in
            guard case .character(let scalar) = part else { return [part] }
            return String(Character(scalar)).withoutCombining.unicodeScalars.map { .character($0) }
        }
        return pattern
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
