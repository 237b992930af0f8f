internal import Recall

/// What an answer says about memory: how far its card had come, or that it was practice.
///
/// The raw values are stored in libraries.
package enum AnswerPhase: Int, CaseIterable, Sendable {
    /// The first review of a card, or the first since it was reset.
    case new = 0
    /// After less than a day, of a card that has not had an interval of a day yet.
    case learning = 1
    /// After less than a day, of a card that had longer intervals before.
    case relearning = 2
    /// After an interval of at least a day and less than 21 days.
    case young = 3
    /// After an interval of at least 21 days.
    case mature = 4
    /// Like `young`, but the card had been reviewed on that day already, so that it says nothing about retention.
    case youngAgain = 5
    /// Like `mature`, but the card had been reviewed on that day already.
    case matureAgain = 6

    case learn = 8
    case race = 9
    case quiz = 10
    case otherPractice = 11

    /// The interval in days from which a card is mature.
    package static let maturity = 21

    init(practiceIn mode: Mode) {
        switch mode {
        case .learn: self = .learn
        case .race: self = .race
        case .quiz: self = .quiz
        case .browse, .review: self = .otherPractice
        }
    }

    package var isPractice: Bool { rawValue >= Self.learn.rawValue }

    /// Whether the answer counts for true retention.
    package var isRetention: Bool { self == .young || self == .mature }
}
