import Testing

@testable import Recall

struct SessionUndoTests {
    /// Every sequence of grades for up to four cards and three rounds, with every undo of each.
    @Test(arguments: 0...4)
    func restoresEveryEarlierSessionExactly(cards: Int) throws {
        let session = try #require(Session(.learn, cards: cards, seed: 11))

        var paths = 0
        explore(session, before: [], paths: &paths)

        // Three grades finish a card in the first round, three more in the second, and four more in the third.
        #expect(paths == (0..<cards).reduce(1) { product, _ in product * 10 })
    }

    /// Follows every continuation of `session`; `before` contains the session before each answer given so far.
    private func explore(_ session: Session, before: [Session], paths: inout Int) {
        var undone = session
        for earlier in before.reversed() {
            guard undone.undo() == earlier.card(at: 0), undone == earlier else {
                Issue.record("Undo gave \(undone) instead of \(earlier).")
                return
            }
        }
        guard undone.undo() == nil else {
            Issue.record("There were more undo steps than answers in \(session).")
            return
        }

        guard !session.isOver else {
            var retried = session
            if session.round < 2, retried.retry() > 0 {
                explore(retried, before: before, paths: &paths)
            } else {
                paths += 1
            }
            return
        }
        for grade in Grade.allCases {
            var answered = session
            _ = answered.answer(grade)
            explore(answered, before: before + [session], paths: &paths)
        }
    }

    /// Long sessions of random steps, compared with a simple model that stores all of its earlier states.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func behavesLikeAModelThatStoresCopies(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let cards = Int(random.next(below: seed.isMultiple(of: 50) ? 1000 : 40))
        var session = try #require(Session(.learn, cards: cards, seed: seed))
        var model = SessionModel(stack: session.stack)

        for _ in 0..<(cards * 4 + 10) {
            switch random.next(below: 10) {
            case 0, 1:
                let undone = (session.undo(), model.undo())
                #expect(undone.0 == undone.1)
            case 2:
                let dealt = session.retry()
                let due = model.retry(dealt: session.stack)
                #expect(dealt == due)
            default:
                let grade = Grade.allCases[Int(random.next(below: 4))]
                let taken = (session.answer(grade), model.answer(grade))
                #expect(taken.0 == taken.1)
            }
            #expect(session.card(at: 0) == model.stack.first)
            #expect(session.score == model.score)
        }
        #expect(session.stack == model.stack)
    }
}

/// An independent implementation of learn mode that stores a copy before each answer.
private struct SessionModel {
    var stack: [Int]
    var score: Score
    var missed: [Int] = []
    var before: [SessionModel] = []

    init(stack: [Int]) {
        self.stack = stack
        score = Score(round: 0, total: stack.count, answered: 0, remembered: 0, missed: 0)
    }

    mutating func answer(_ grade: Grade) -> Bool {
        guard !stack.isEmpty else { return false }
        var copy = self
        copy.before = []
        before.append(copy)
        let card = stack.removeFirst()
        score.answered += 1
        if grade == .again {
            score.missed += 1
            missed.append(card)
        } else {
            score.remembered += 1
        }
        return true
    }

    mutating func undo() -> Int? {
        guard var copy = before.popLast() else { return nil }
        copy.before = before
        self = copy
        return stack.first
    }

    /// Takes the new order as it was dealt, if it contains the right cards.
    mutating func retry(dealt: [Int]) -> Int {
        guard stack.isEmpty, !missed.isEmpty, dealt.sorted() == missed.sorted() else { return 0 }
        stack = dealt
        score = Score(
            round: score.round + 1,
            total: dealt.count,
            answered: 0,
            remembered: 0,
            missed: 0
        )
        missed = []
        return dealt.count
    }
}
