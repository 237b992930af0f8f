/// A named set of notes, which may contain other decks.
package struct Deck: Hashable, Sendable {
    package var id: DeckID
    /// Its name, including those of the decks that contain it.
    package var name: DeckName
    /// Its own settings.
    package var settings: DeckSettings

    package init(id: DeckID, name: DeckName, settings: DeckSettings = DeckSettings()) {
        self.id = id
        self.name = name
        self.settings = settings
    }
}
