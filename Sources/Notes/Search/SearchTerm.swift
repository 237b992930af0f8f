package import Recall

/// A condition on a note or on one of its cards.
package enum SearchTerm: Hashable, Sendable {
    case text(SearchText)
    /// A tag, or one nested in it.
    case tag(SearchPattern)
    /// No tags.
    case untagged
    /// A deck, or one nested in it.
    case deck(SearchPattern)
    /// Nil matches notes without a word type.
    case wordType(WordType?)
    case noteType(SearchPattern)
    case state(State)
    /// 0 means no flag.
    case flag(UInt8)
    case property(Property, Comparison, Double)
    /// Created within so many days; the first is today.
    case added(days: Int)
    /// Reviewed within so many days, perhaps with a certain grade; the first day is today.
    case rated(days: Int, Grade?)

    /// The state of a card; the raw value is the word for it in queries.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Due today or overdue, and neither suspended nor buried.
        case due
        /// Never reviewed.
        case new
        /// Being learned or relearned.
        case learn
        /// Learned once, even if it is being relearned.
        case review
        /// Excluded from study until the learner resumes it.
        case suspended
        /// Hidden until tomorrow.
        case buried
        /// Forgotten at least as often as the threshold in the settings.
        case leech
    }

    /// A number of a card; the raw value is the word for it in queries.
    package enum Property: String, CaseIterable, Hashable, Sendable {
        /// Stability, in days.
        case stability = "s"
        /// Difficulty, 1 to 10.
        case difficulty = "d"
        /// Days from today until it is due; negative when overdue.
        case due
        /// Days from the last review until it is due.
        case interval = "ivl"
        /// The number of reviews.
        case reviews = "reps"
        /// How many times the card was forgotten.
        case lapses
    }

    /// The raw value is the sign for it in queries.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        case less = "<"
        case atMost = "<="
        case more = ">"
        case atLeast = ">="
        case equal = "="
        case unequal = "!="
    }

    /// The range of the argument of `added:` and `rated:`.
    package static let days = 1...36_500
    package static let flags: ClosedRange<UInt8> = 0...7
}
