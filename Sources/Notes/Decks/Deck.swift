/// A named set of notes.
public struct Deck: Hashable, Sendable {
    /// Names it for good.
    public var id: DeckID
    /// What it is called, with the decks it lies in.
    public var name: DeckName
    /// What it says for itself.
    public var settings: DeckSettings

    /// Puts a deck together.
    public init(id: DeckID, name: DeckName, settings: DeckSettings = DeckSettings()) {
        self.id = id
        self.name = name
        self.settings = settings
    }
}
