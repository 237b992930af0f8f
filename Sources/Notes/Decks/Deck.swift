/// A named set of notes.
public struct Deck: Hashable, Sendable {
    public var id: DeckID
    public var name: DeckName
    public var settings: DeckSettings

    public init(id: DeckID, name: DeckName, settings: DeckSettings = DeckSettings()) {
        self.id = id
        self.name = name
        self.settings = settings
    }
}
