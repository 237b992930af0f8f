public import Notes

/// What is to be different of a place; what is nil stays as it is.
public struct PlaceChange: Hashable, Sendable {
    /// What it is called.
    public var name: String?
    /// What is there.
    public var description: String?
    /// Where it lies.
    public var place: Place?
    /// All tags in one line.
    public var tags: String?
    /// The deck that it lies in.
    public var deck: DeckID?

    /// Says what is to be different.
    public init(
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
