package import Languages
package import Notes

/// One deck in a list.
package struct DeckSummary: Hashable, Sendable {
    package var id: DeckID
    /// Its full name, `Languages::Finnish`.
    package var name: String
    /// How many notes it and its nested decks hold.
    package var notes: Int
    /// How many of those notes were remembered at their last answer, in any mode.
    package var remembered: Int
    /// How many due cards a review would deal now, given today's limit and what was already done today.
    package var due: Int
    /// How many new notes a review would deal now, counted in the same way.
    package var new: Int
    /// The language on its tile, if it teaches one.
    package var language: LanguageTag?

    package init(
        id: DeckID,
        name: String,
        notes: Int,
        remembered: Int,
        due: Int = 0,
        new: Int = 0,
        language: LanguageTag?
    ) {
        self.id = id
        self.name = name
        self.notes = notes
        self.remembered = remembered
        self.due = due
        self.new = new
        self.language = language
    }
}
