package import Notes

/// What a learner can do with several notes at once.
package enum NoteAction: Hashable, Sendable {
    /// Moves them, and those of their cards that are in another deck, to a deck.
    case move(to: DeckID)
    case tag([TagName])
    case untag([TagName])
    /// Excludes all cards that they have now from study until they are unsuspended.
    case suspend
    /// Makes their cards available again, buried ones too.
    case unsuspend
    /// Moves them to the bin.
    case delete
}
