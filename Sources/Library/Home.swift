package import Languages
package import Notes

/// What the home page shows.
package struct Home: Hashable, Sendable {
    /// When it was read: what was saved later is not in it.
    package var at: Moment
    /// How many cards are due in all decks together, as far as one day's limits let them come.
    package var due: Int
    /// All decks by name, those inside others too.
    package var decks: [DeckSummary]
    /// The seven days, Monday to Sunday, of the week that today lies in.
    package var week: [StudyDay]
    /// The tags that notes have, by name.
    package var tags: [TagName]

    /// Puts together what was counted.
    package init(
        at: Moment,
        due: Int = 0,
        decks: [DeckSummary],
        week: [StudyDay],
        tags: [TagName] = []
    ) {
        self.at = at
        self.due = due
        self.decks = decks
        self.week = week
        self.tags = tags
    }
}

/// One deck in a list.
package struct DeckSummary: Hashable, Sendable {
    /// The number that names it.
    package var id: DeckID
    /// Its whole name, `Languages::Finnish`.
    package var name: String
    /// How many notes it and the decks inside it hold.
    package var notes: Int
    /// How many of them were remembered when they were last answered, in any mode.
    package var remembered: Int
    /// How many cards a review of it would deal that are due, today's limit and what was done today counted in.
    package var due: Int
    /// How many new notes a review of it would deal, counted in the same way.
    package var new: Int
    /// The language that its tile shows, if it teaches one.
    package var language: LanguageTag?

    /// Puts together what was counted.
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

/// What was done on one day.
package struct StudyDay: Hashable, Sendable {
    /// Graded answers, retracted ones not counted.
    package var answers: Int
    /// Time spent on them.
    package var milliseconds: Int
    /// Whether it is the day on which it was asked.
    package var isToday: Bool

    /// Puts together what was counted.
    package init(answers: Int, milliseconds: Int, isToday: Bool) {
        self.answers = answers
        self.milliseconds = milliseconds
        self.isToday = isToday
    }
}
