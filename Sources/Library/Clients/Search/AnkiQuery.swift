package import Notes
package import Recall

/// A parsed search in Anki's language.
package indirect enum AnkiQuery: Hashable, Sendable {
    /// Matches every card.
    case everything
    case not(AnkiQuery)
    case all([AnkiQuery])
    case any([AnkiQuery])
    case term(Term)

    package enum Term: Hashable, Sendable {
        /// A text anywhere in a note.
        case text(AnkiPattern)
        /// The whole text of a field.
        case field(name: AnkiPattern, AnkiPattern)
        case deck(AnkiPattern)
        case noteType(AnkiPattern)
        case tag(AnkiPattern)
        case untagged
        /// A card by the number of its template, counted from 0.
        case ord(Int)
        /// A card by the name of its template.
        case template(AnkiPattern)
        case noteNumbers([Int64])
        case cardNumbers([Int64])
        case deckNumber(Int64)
        case typeNumber(Int64)
        case state(State)
        case flag(UInt8)
        case added(days: Int)
        case edited(days: Int)
        case introduced(days: Int)
        case rated(days: Int, Grade?)
        case property(Property, SearchTerm.Comparison, Double)
        /// Notes of a type with that first field.
        case duplicate(type: Int64, String)
    }

    package enum State: String, Sendable {
        case due, new, learn, review, suspended, buried
        case buriedByHand = "buried-manually"
        case buriedBySibling = "buried-sibling"
    }

    package enum Property: String, Sendable {
        case due, ivl, reps, lapses, ease, pos
        case stability = "s"
        case difficulty = "d"
    }

    /// The most terms and brackets of a query.
    static let mostTerms = 500
    static let maximumDepth = 30

    /// Parses a search; an empty one matches everything.
    package init(_ text: String) throws(AnkiQueryError) {
        var parser = AnkiQueryParser(text)
        self = try parser.query()
    }
}

/// Why a search makes no sense, in words for whoever wrote it.
package struct AnkiQueryError: Error, Hashable, Sendable {
    package let reason: String

    init(_ reason: String) { self.reason = "Invalid search: \(reason)" }
}

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
