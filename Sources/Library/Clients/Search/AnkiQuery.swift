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
        /// A text anywhere in a note, regardless of accents.
        case textWithoutCombining(AnkiPattern)
        /// Whole words anywhere in a note.
        case words(AnkiPattern)
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
