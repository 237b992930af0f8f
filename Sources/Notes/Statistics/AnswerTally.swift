internal import Recall

/// How many answers of a kind there were, and the time that they took.
package struct AnswerTally: Hashable, Sendable {
    package var again = 0
    package var hard = 0
    package var good = 0
    package var easy = 0
    /// No answer counts more than `longestAnswer`.
    package var milliseconds = 0
    /// How many answers took longer than that.
    package var cut = 0

    package init() {}

    /// A minute, after which a learner is likely to be doing something else.
    package static let longestAnswer = 60_000

    package var answers: Int { again + hard + good + easy }
    package var recalled: Int { hard + good + easy }
    /// By grade: again, hard, good, easy.
    package var grades: [Int] { [again, hard, good, easy] }

    package mutating func add(_ answer: TalliedAnswer, _ sign: Int = 1) {
        switch answer.grade {
        case .again: again += sign
        case .hard: hard += sign
        case .good: good += sign
        case .easy: easy += sign
        }
        milliseconds += sign * min(answer.duration, Self.longestAnswer)
        if answer.duration > Self.longestAnswer { cut += sign }
    }

    package static func += (left: inout AnswerTally, right: AnswerTally) {
        left.again += right.again
        left.hard += right.hard
        left.good += right.good
        left.easy += right.easy
        left.milliseconds += right.milliseconds
        left.cut += right.cut
    }
}
