package import Notes

/// What a learner can do with several notes at once.
package enum NoteAction: Hashable, Sendable {
    /// Brings them, and those of their cards that lie elsewhere, to a deck.
    case move(to: DeckID)
    /// Gives them tags.
    case tag([TagName])
    /// Takes tags from them.
    case untag([TagName])
    /// Leaves out all cards that they ask now, until the learner says otherwise.
    case suspend
    /// Lets their cards be asked again, also those that were put away until tomorrow.
    case unsuspend
    /// Brings them to the bin.
    case delete
}

/// Some notes, to which one thing is done.
package enum NoteSelection: Hashable, Sendable {
    /// Those that were named one by one.
    case notes([NoteID])
    /// All that a query finds when it is done, but for some; and how many were seen to be meant, if it was said: where they
    /// are more or fewer by then, nothing is done.
    case found(String, except: Set<NoteID> = [], count: Int? = nil)
}
