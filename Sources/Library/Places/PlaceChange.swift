package import Notes

/// What is to be different of a place; what is nil stays as it is.
package struct PlaceChange: Hashable, Sendable {
    /// What it is called.
    package var name: String?
    /// What is there.
    package var description: String?
    /// Where it lies.
    package var place: Place?
    /// All tags in one line.
    package var tags: String?
    /// The deck that it lies in.
    package var deck: DeckID?

    /// Says what is to be different.
    package init(
        name: String? = nil,
        description: String? = nil,
        place: Place? = nil,
        tags: String? = nil,
        deck: DeckID? = nil
    ) {
        self.name = name
        self.description = description
        self.place = place
        self.tags = tags
        self.deck = deck
    }
}
