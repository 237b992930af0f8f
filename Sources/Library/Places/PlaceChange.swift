package import Notes

/// Changes to a place; nil keeps the current value.
package struct PlaceChange: Hashable, Sendable {
    package var name: String?
    package var description: String?
    package var place: Place?
    /// All tags in one line.
    package var tags: String?
    package var deck: DeckID?

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
