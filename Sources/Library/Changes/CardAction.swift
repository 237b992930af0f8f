package import Languages

/// What a learner can do with cards besides answering them.
package enum CardAction: Hashable, Sendable {
    /// Leaves them out until the learner says otherwise.
    case suspend
    /// Lets them be asked again, also those that were put away until tomorrow.
    case unsuspend
    /// Puts them away until the learner's next day.
    case bury
    /// Gives them a colour, 1 to 7, or takes it away, 0.
    case flag(UInt8)
    /// Makes them new again.
    case reset
    /// Brings them back after so many days, 0 for today; what is remembered of them stays.
    case redate(days: Int)

    /// How many days ahead a card can be dated: a hundred years.
    package static let days = 0...36_500
    /// The flags, by their numbers; the first is none.
    package static let flags: [Phrase] = [
        "no flag", "red", "orange", "green", "blue", "pink", "turquoise", "purple",
    ]

    /// What was done, in words.
    func says(_ count: Int) -> Phrase {
        return switch self {
        case .suspend: "Suspended \(count) cards"
        case .unsuspend: "Unsuspended \(count) cards"
        case .bury: "Buried \(count) cards until tomorrow"
        case .flag(0): "Took the flag off \(count) cards"
        case .flag(let flag): "Flagged \(count) cards \(Self.flags[Int(flag)])"
        case .reset: "Made \(count) cards new again"
        case .redate(0): "Made \(count) cards due today"
        case .redate(1): "Made \(count) cards due tomorrow"
        case .redate(let days): "Made \(count) cards due in \(days) days"
        }
    }
}
