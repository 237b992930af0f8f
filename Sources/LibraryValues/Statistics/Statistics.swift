/// What a learner's log and cards say about some of the cards: one value for the page, the command and the API.
///
/// Its members are those of the JSON. Numbers about answers are those of a range of days, and numbers about cards those of now.
package struct Statistics: Hashable, Codable, Sendable {
    /// What the cards are called; nil for the whole library.
    package var scope: Scope?
    package var range: StatisticsRange
    package var today: StatisticsDay
    /// The first day of the range; of all time, that of the first answer or note.
    package var since: StatisticsDay
    /// The days of the range on which something was answered.
    package var days: [Day] = []
    /// The same for the last 53 weeks, whatever the range.
    package var year: [Day] = []
    /// Answers in the range to cards that are deleted or in the bin, which belong to no deck.
    package var answersToDeletedCards = 0
    /// How many answers took longer than a minute, and count as one.
    package var longAnswers = 0
    /// True retention in the range.
    package var retention = Retention()
    package var desiredRetention = 0.9
    package var retentionByPeriod: [Period] = []
    package var grades = Grades()
    package var hours: [Hour] = []
    package var practice: [Practice] = []
    package var states = States()
    /// Notes of the scope, whatever their language.
    package var notes = Words(language: nil)
    /// By how many words are known.
    package var languages: [Words] = []
    /// What was known at the start of days of the range, of the whole library only.
    package var knowledge: [Knowledge] = []
    /// How many notes became due before today.
    package var overdue = 0
    /// How many notes become due, from today on.
    package var forecast: [DayNotes] = []
    /// Cards in review by their interval in days.
    package var intervals: [Count] = []
    /// Cards by the number of days after which recall falls to 90 %.
    package var stability: [Count] = []
    /// Cards by difficulty in percent.
    package var difficulty: [Count] = []
    /// Cards by the probability of recall now, in percent.
    package var retrievability: [Count] = []
    /// Days on which notes were made.
    package var added: [DayNotes] = []
    /// How many notes were forgotten four times or more.
    package var hardNotes = 0
    /// Those of them that were forgotten most often.
    package var hardest: [Hardest] = []

    package init(scope: Scope?, range: StatisticsRange, today: StatisticsDay) {
        self.scope = scope
        self.range = range
        self.today = today
        since = today
    }

    package struct Scope: Hashable, Codable, Sendable {
        package var decks: [String]?
        package var tags: [String]?
        package var search: String?

        package init(decks: [String]?, tags: [String]?, search: String?) {
            self.decks = decks
            self.tags = tags
            self.search = search
        }
    }

    package struct Day: Hashable, Codable, Sendable {
        package var day: StatisticsDay
        package var reviews = 0
        package var practice = 0
        /// The time of reviews and practice.
        package var minutes = 0.0
        /// First reviews of cards.
        package var new = 0
        /// Reviews less than a day after the one before.
        package var learning = 0
        package var young = 0
        package var mature = 0
        /// Of the reviews that count for true retention.
        package var recalled = 0
        package var of = 0

        package init(day: StatisticsDay) { self.day = day }

        package var answers: Int { reviews + practice }
        package var retention: Retention { Retention(recalled: recalled, of: of) }
    }

    package struct Retention: Hashable, Codable, Sendable {
        package var recalled: Int
        package var of: Int

        package init(recalled: Int = 0, of: Int = 0) {
            self.recalled = recalled
            self.of = of
        }

        package static func + (left: Self, right: Self) -> Self {
            Self(recalled: left.recalled + right.recalled, of: left.of + right.of)
        }
    }

    /// True retention in the last days of the range.
    package struct Period: Hashable, Codable, Sendable {
        package enum Name: String, CaseIterable, Codable, Sendable {
            case today, yesterday, week, month, quarter, year, all
        }

        package var period: Name
        package var young = Retention()
        package var mature = Retention()

        package init(period: Name) { self.period = period }
    }

    /// Reviews by grade: again, hard, good, easy.
    package struct Grades: Hashable, Codable, Sendable {
        package var learning = [0, 0, 0, 0]
        package var young = [0, 0, 0, 0]
        package var mature = [0, 0, 0, 0]

        package init() {}
    }

    package struct Hour: Hashable, Codable, Sendable {
        /// 0 to 23.
        package var hour: Int
        package var reviews = 0
        package var recalled = 0
        package var of = 0

        package init(hour: Int) { self.hour = hour }

        package var retention: Retention { Retention(recalled: recalled, of: of) }
    }

    package struct Practice: Hashable, Codable, Sendable {
        package enum Mode: String, Codable, Sendable { case learn, race, quiz, other }

        package var mode: Mode
        package var answers: Int
        package var right: Int
        package var minutes: Double

        package init(mode: Mode, answers: Int, right: Int, minutes: Double) {
            self.mode = mode
            self.answers = answers
            self.right = right
            self.minutes = minutes
        }
    }

    /// How many cards are in each state; suspended and buried ones are in no other.
    package struct States: Hashable, Codable, Sendable {
        package var new = 0
        package var learning = 0
        package var relearning = 0
        package var young = 0
        package var mature = 0
        package var suspended = 0
        package var buried = 0

        package init() {}
    }

    package struct Words: Hashable, Codable, Sendable {
        /// The tag of the language, without a script.
        package var language: String?
        package var known = 0
        package var learning = 0
        package var new = 0
        /// The sum of the probabilities of recall now.
        package var knowledge = 0.0
        /// True retention where the language is asked.
        package var recognising = Retention()
        /// True retention where the language is the answer.
        package var producing = Retention()

        package init(language: String?) { self.language = language }
    }

    package struct Knowledge: Hashable, Codable, Sendable {
        package var day: StatisticsDay
        /// The tag of the language, without a script; nil for everything.
        package var language: String?
        package var known: Int
        package var learning: Int
        /// The sum of the probabilities of recall.
        package var knowledge: Double

        package init(
            day: StatisticsDay,
            language: String?,
            known: Int,
            learning: Int,
            knowledge: Double
        ) {
            self.day = day
            self.language = language
            self.known = known
            self.learning = learning
            self.knowledge = knowledge
        }
    }

    /// How many notes a day is about.
    package struct DayNotes: Hashable, Codable, Sendable {
        package var day: StatisticsDay
        package var notes: Int

        package init(day: StatisticsDay, notes: Int) {
            self.day = day
            self.notes = notes
        }
    }

    package struct Count: Hashable, Codable, Sendable {
        package var value: Int
        package var cards: Int

        package init(value: Int, cards: Int) {
            self.value = value
            self.cards = cards
        }
    }

    package struct Hardest: Hashable, Codable, Sendable {
        package var note: String
        package var text: String
        package var lapses: Int

        package init(note: String, text: String, lapses: Int) {
            self.note = note
            self.text = text
            self.lapses = lapses
        }
    }
}
