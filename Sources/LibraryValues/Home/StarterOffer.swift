package import Notes

/// A starter deck, and how it differs from the library.
package struct StarterOffer: Hashable, Sendable {
    package var name: DeckName
    /// How many notes it has.
    package var notes: Int
    /// How many of them adding it would bring; cards that the learner deleted are among them only if the whole deck was deleted.
    package var missing: Int
    /// How many have new content and were never changed by the learner.
    package var outdated: Int

    package init(name: DeckName, notes: Int, missing: Int, outdated: Int) {
        self.name = name
        self.notes = notes
        self.missing = missing
        self.outdated = outdated
    }
}
