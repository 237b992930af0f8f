package import Languages
package import Recall

/// The learner's study settings for the whole library.
///
/// Values read from a library are within `Limits`: any other is replaced by its default.
package struct StudySettings: Equatable, Sendable {
    /// The meaning of a swipe to the right.
    package var right = Answer.correct
    /// How the answer is revealed.
    package var style = Style.flip
    /// The duration of a race in seconds; 0 for no clock.
    package var raceSeconds = 100
    /// How many new notes to introduce per day.
    package var newLimit = 20
    /// How many cards to review per day.
    package var reviewLimit = 200
    /// The desired probability of recalling a card when it is due.
    package var retention = 0.9
    /// Whether a review shows a new card with its answer before it asks it.
    package var introduces = true
    /// Whether review offers only Wrong and Correct.
    package var twoButtons = false
    /// Whether single-key shortcuts work in a session.
    package var shortcuts = true
    /// Whether answers play a sound effect.
    package var sounds = false
    /// Whether the sounds of a side play automatically.
    package var plays = false
    /// Whether to use a cross and a tick instead of red and green.
    package var differentiate = false
    /// Whether cards are animated.
    package var motion = EffectPreference.system
    /// Whether surfaces are translucent.
    package var transparency = EffectPreference.system
    /// Light or dark.
    package var theme = Theme.system
    /// The language of the interface; nil for the browser's preference.
    package var language: InterfaceLanguage?
    package var quiz = Quiz.choice
    /// Whether accents and other marks must be right in a typed answer.
    package var marksCount = false
    /// Languages whose text shows readings above it: kana for Japanese, pinyin for Chinese.
    package var ruby: Set<String> = []
    /// Practice modes in which the day's first answer to a new or due card counts as a review.
    package var counts: Set<Mode> = []
    /// How many hours after midnight a study day begins.
    package var rollover = 4
    package var learningSteps = Steps.learning
    package var relearningSteps = Steps.relearning
    /// The maximum interval in days.
    package var longestInterval = 36_500
    package var leechLapses = 8
    /// Weekdays with fewer reviews, Monday = 1 to Sunday = 7.
    package var easyDays: Set<Int> = []
    /// Whether the scheduler is fitted by itself when enough was reviewed since the last time.
    package var fitsAutomatically = true
    /// Whether a served library syncs by itself with the peers that it calls.
    package var syncsAutomatically = true
    /// After how many idle minutes a library with a lock is locked; 0 for never.
    package var lockMinutes = 5

    package init() {}
}

extension StudySettings {
    /// The two answers that exist in all modes, each assigned to a side to swipe to.
    package enum Answer: String, CaseIterable, Codable, Sendable { case correct, wrong }

    /// How the answer is revealed: on the back of the card, or below the question.
    package enum Style: String, CaseIterable, Codable, Sendable { case flip, reveal }

    package enum Theme: String, CaseIterable, Codable, Sendable { case system, light, dark }

    /// The system's setting, or always reduced.
    package enum EffectPreference: String, CaseIterable, Codable, Sendable { case system, reduced }

    package enum Quiz: String, CaseIterable, Codable, Sendable { case choice, typed }

    /// The valid ranges of the settings.
    package enum Limits {
        package static let raceSeconds = 10...600
        package static let cardsPerDay = 0...9_999
        /// Below this range too much is forgotten; above it there is no end of reviews.
        package static let retention = 0.7...0.99
        package static let counts: Set<Mode> = [.learn, .race, .quiz]
        /// Languages whose text can have readings above it.
        package static let ruby: Set<String> = ["ja", "zh"]
        package static let rollover = 0...23
        /// The maximum number of steps.
        package static let steps = 0...20
        /// The duration of one step in seconds.
        package static let step = 1...365 * 86_400
        /// The maximum interval in days.
        package static let longestInterval = 1...36_500
        package static let leechLapses = 0...99
        package static let weekdays = 1...7
        package static let lockMinutes = 0...1_440
    }
}

extension StudySettings {
    /// These settings with a deck's overrides.
    ///
    /// - Parameter deck: The settings of the deck combined with those of its containing decks.
    package func applying(_ deck: DeckSettings) -> StudySettings {
        var settings = self
        settings.newLimit = deck.newLimit ?? newLimit
        settings.reviewLimit = deck.reviewLimit ?? reviewLimit
        settings.retention = deck.retention ?? retention
        return settings
    }

    /// The settings that the scheduler uses.
    package var rules: SchedulingRules {
        SchedulingRules(
            retention: retention,
            learning: learningSteps,
            relearning: relearningSteps,
            maximumInterval: longestInterval,
            leechThreshold: leechLapses,
            boundary: DayBoundary(rollover: rollover)
        )
    }
}
