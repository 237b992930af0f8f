public import Languages
public import Recall

/// What a learner has settled about studying, for the whole library.
///
/// Whatever is read from a library fits `Limits`: a value that does not is replaced by the default.
public struct StudySettings: Equatable, Sendable {
    /// What a swipe to the right says.
    public var right = Side.correct
    /// How the answer appears.
    public var style = Style.flip
    /// How long a race takes; 0 for no clock at all.
    public var raceSeconds = 100
    /// How many new notes are introduced a day.
    public var newLimit = 20
    /// How many cards are reviewed a day.
    public var reviewLimit = 200
    /// How likely a card should be recalled when it comes due.
    public var retention = 0.9
    /// Whether review offers Wrong and Correct alone.
    public var twoButtons = false
    /// Whether single keys act in a session.
    public var shortcuts = true
    /// Whether answers make a sound.
    public var sounds = false
    /// Whether the sounds of a side are played when it comes up.
    public var plays = false
    /// Whether a cross and a tick stand in for red and green.
    public var differentiate = false
    /// Whether cards turn and fly.
    public var motion = Comfort.system
    /// Whether anything is seen through something else.
    public var transparency = Comfort.system
    /// Light or dark.
    public var theme = Theme.system
    /// The language of the interface; nil for what the browser asks for.
    public var language: InterfaceLanguage?
    /// How a quiz is answered.
    public var quiz = Quiz.choice
    /// Whether accents and other marks must be right in a typed answer.
    public var marksCount = false
    /// Languages over whose text its readings stand: kana over Japanese, pinyin over Chinese.
    public var ruby: Set<String> = []
    /// Modes of practice in which the first answer of the day on a new or due card is a review.
    public var counts: Set<Mode> = []
    /// How many hours after midnight a day begins.
    public var rollover = 4
    /// The steps of cards that are new.
    public var learningSteps = Steps.learning
    /// The steps of cards that were forgotten.
    public var relearningSteps = Steps.relearning
    /// The longest interval, in days.
    public var longestInterval = 36_500
    /// After how many lapses a card is a leech; 0 for never.
    public var leechLapses = 8
    /// After how many minutes without use a library that has a lock is locked; 0 for never by itself.
    public var lockMinutes = 5

    /// Settings as most learners leave them.
    public init() {}
}

extension StudySettings {
    /// What an answer, and so a side to swipe to, can say in all modes.
    public enum Side: String, CaseIterable, Codable, Sendable { case correct, wrong }

    /// How the answer appears: on the other side of the card, or under what was asked.
    public enum Style: String, CaseIterable, Codable, Sendable { case flip, reveal }

    /// As the system says, or light or dark whatever it says.
    public enum Theme: String, CaseIterable, Codable, Sendable { case system, light, dark }

    /// As much as the system allows, or less whatever it says.
    public enum Comfort: String, CaseIterable, Codable, Sendable { case system, reduced }

    /// By choosing among answers, or by typing one.
    public enum Quiz: String, CaseIterable, Codable, Sendable { case choice, typed }

    /// What values may be settled.
    public enum Limits {
        /// How long a race with a clock may take, in seconds.
        public static let raceSeconds = 10...600
        /// How many cards a day may be limited to.
        public static let cardsPerDay = 0...9_999
        /// How likely cards may be recalled: below, too much is forgotten; above, reviews never end.
        public static let retention = 0.7...0.99
        /// Modes whose answers may count as reviews.
        public static let counts: Set<Mode> = [.learn, .race, .quiz]
        /// Languages whose text can have readings over it.
        public static let ruby: Set<String> = ["ja", "zh"]
        /// The hours after midnight at which a day may begin.
        public static let rollover = 0...23
        /// How many steps there may be.
        public static let steps = 0...20
        /// How long one step may take, in seconds.
        public static let step = 1...365 * 86_400
        /// The days that the longest interval may have.
        public static let longestInterval = 1...36_500
        /// After how many lapses a card may be a leech.
        public static let leechLapses = 0...99
        /// After how many minutes a library may be locked by itself.
        public static let lockMinutes = 0...1_440
    }
}

extension StudySettings {
    /// These settings as they hold in a deck, which may say otherwise.
    ///
    /// - Parameter deck: What the deck and the decks around it say.
    public func holding(in deck: DeckSettings) -> StudySettings {
        var settings = self
        settings.newLimit = deck.newLimit ?? newLimit
        settings.reviewLimit = deck.reviewLimit ?? reviewLimit
        settings.retention = deck.retention ?? retention
        return settings
    }

    /// What of this the scheduler goes by.
    public var rules: SchedulingRules {
        SchedulingRules(
            retention: retention,
            learning: learningSteps,
            relearning: relearningSteps,
            longestInterval: longestInterval,
            leechLapses: leechLapses,
            boundary: DayBoundary(rollover: rollover)
        )
    }
}
