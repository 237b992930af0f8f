package import Recall

/// One thing that a query asks of a note or of one of its cards.
package enum SearchTerm: Hashable, Sendable {
    /// Something that is written on the note.
    case text(SearchText)
    /// A tag of that name, or one inside it.
    case tag(SearchPattern)
    /// No tag at all.
    case untagged
    /// A deck of that name, or one inside it.
    case deck(SearchPattern)
    /// A word type; nil is for notes that have none.
    case wordType(WordType?)
    /// A note type of that name.
    case noteType(SearchPattern)
    /// Where a card stands.
    case state(State)
    /// The flag of a card; 0 is none.
    case flag(UInt8)
    /// A number that is kept of a card.
    case property(Property, Comparison, Double)
    /// Notes made within so many days, today being the first.
    case added(days: Int)
    /// Cards answered within so many days, today being the first; perhaps only with one grade.
    case rated(days: Int, Grade?)

    /// Where a card stands; the raw value is the word for it.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// To be asked today or overdue, and neither suspended nor buried.
        case due
        /// Never reviewed.
        case new
        /// At the steps of learning or relearning.
        case learn
        /// Learned once, even if it is being relearned.
        case review
        /// Left out until the learner says otherwise.
        case suspended
        /// Put away until tomorrow.
        case buried
        /// Forgotten as often as makes a leech.
        case leech
    }

    /// A number that is kept of a card; the raw value is the word for it.
    package enum Property: String, CaseIterable, Hashable, Sendable {
        /// Stability, in days.
        case stability = "s"
        /// Difficulty, 1 to 10.
        case difficulty = "d"
        /// Days from today until it is due; negative when overdue.
        case due
        /// Days from the last review until it is due.
        case interval = "ivl"
        /// How many reviews it has had.
        case reviews = "reps"
        /// How many times it was forgotten.
        case lapses
    }

    /// How a number is compared; the raw value is the sign for it.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        case less = "<"
        case atMost = "<="
        case more = ">"
        case atLeast = ">="
        case equal = "="
        case unequal = "!="
    }

    /// How many days can be looked back.
    package static let days = 1...36_500
    /// Flags from none to the last colour.
    package static let flags: ClosedRange<UInt8> = 0...7
}
