package import Languages

/// What a learner can do with cards besides answering them.
package enum CardAction: Hashable, Sendable {
    /// Excludes them from study until they are unsuspended.
    case suspend
    /// Makes them available again, buried ones too.
    case unsuspend
    /// Hides them until the learner's next day.
    case bury
    /// Sets a colour, 1 to 7, or removes it, 0.
    case flag(UInt8)
    /// Resets them to new.
    case reset
    /// Makes them due in `days` days, 0 for today, without changing their memory.
    case redate(days: Int)

    /// The limits of `redate`, about a hundred years.
    package static let days = 0...36_500
    /// The names of the flags by number; the first means none.
    package static let flags: [Phrase] = [
        "no flag", "red", "orange", "green", "blue", "pink", "turquoise", "purple",
    ]
}
