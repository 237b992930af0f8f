package import Languages
package import Notes

package struct DeckSummary: Hashable, Sendable {
    package var id: DeckID
    /// Its full name, `Languages::Finnish`.
    package var name: String
    /// How many notes it and its nested decks hold.
    package var notes: Int
    /// How many of those notes have been reviewed, but are not known yet.
    package var learning: Int
    /// How many of those notes are known: the memory of one of their cards lasts 21 days or more.
    package var known: Int
    /// What there is to study today.
    package var today: TodayCounts
    /// The language on its tile, if it teaches one.
    package var language: LanguageTag?
    /// The colour of its tile.
    package var colour: DeckColour?
    /// The sign on its tile, in place of the language's.
    package var icon: DeckIcon?

    package init(
        id: DeckID,
        name: String,
        notes: Int,
        learning: Int = 0,
        known: Int = 0,
        today: TodayCounts = TodayCounts(),
        language: LanguageTag?,
        colour: DeckColour? = nil,
        icon: DeckIcon? = nil
    ) {
        self.id = id
        self.name = name
        self.notes = notes
        self.learning = learning
        self.known = known
        self.today = today
        self.language = language
        self.colour = colour
        self.icon = icon
    }
}
