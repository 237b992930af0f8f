public import Languages
public import Notes

/// What the home page shows.
public struct Home: Hashable, Sendable {
    /// When it was read: what was saved later is not in it.
    public var at: Moment
    /// How many cards are due in all decks together, as far as one day's limits let them come.
    public var due: Int
    /// All decks by name, those inside others too.
    public var decks: [DeckSummary]
    /// The seven days, Monday to Sunday, of the week that today lies in.
    public var week: [StudyDay]
    /// The tags that notes have, by name.
    public var tags: [TagName]

    /// Puts together what was counted.
    public init(
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
public struct DeckSummary: Hashable, Sendable {
    /// The number that names it.
    public var id: DeckID
    /// Its whole name, `Languages::Finnish`.
    public var name: String
    /// How many notes it and the decks inside it hold.
    public var notes: Int
    /// How many of them were remembered when they were last answered, in any mode.
    public var remembered: Int
    /// How many cards a review of it would deal that are due, today's limit and what was done today counted in.
    public var due: Int
    /// How many new notes a review of it would deal, counted in the same way.
    public var new: Int
    /// The language that its tile shows, if it teaches one.
    public var language: LanguageTag?

    /// Puts together what was counted.
    public init(
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
public struct StudyDay: Hashable, Sendable {
    /// Graded answers, retracted ones not counted.
    public var answers: Int
    /// Time spent on them.
    public var milliseconds: Int
    /// Whether it is the day on which it was asked.
    public var isToday: Bool

    /// Puts together what was counted.
    public init(answers: Int, milliseconds: Int, isToday: Bool) {
        self.answers = answers
        self.milliseconds = milliseconds
        self.isToday = isToday
    }
}
