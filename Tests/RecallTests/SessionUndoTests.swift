import Testing

@testable import Recall

struct SessionUndoTests {
    /// Every way through up to four cards with every grade and up to three rounds, and every undo on every way.
    @Test(arguments: 0...4)
    func restoresEveryEarlierSessionExactly(cards: Int) throws {
        let session = try #require(Session(.learn, cards: cards, seed: 11))

        var ways = 0
        explore(session, before: [], ways: &ways)

        // A card is done with in the first round by three grades, in the second by three more, in the third by four.
        #expect(ways == (0..<cards).reduce(1) { product, _ in product * 10 })
    }

    /// Follows every way on from `session`; `before` holds the session as it was before each answer given so far.
    private func explore(_ session: Session, before: [Session], ways: inout Int) {
        var undone = session
        for earlier in before.reversed() {
            guard undone.undo() == earlier.card(at: 0), undone == earlier else {
                Issue.record("Undo led to \(undone) and not to \(earlier).")
                return
            }
        }
        guard undone.undo() == nil else {
            Issue.record("There was more to undo than was answered, in \(session).")
            return
        }

        guard !session.isOver else {
            var retried = session
            if session.round < 2, retried.retry() > 0 {
                explore(retried, before: before, ways: &ways)
            } else {
                ways += 1
            }
            return
        }
        for grade in Grade.allCases {
            var answered = session
            _ = answered.answer(grade)
            explore(answered, before: before + [session], ways: &ways)
        }
    }

    /// Long sessions of random steps, beside a plain model that remembers everything it ever was.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func behavesAsTheModelThatCopiesItself(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let cards = Int(chance.next(below: seed.isMultiple(of: 50) ? 1000 : 40))
        var session = try #require(Session(.learn, cards: cards, seed: seed))
        var model = SessionModel(stack: session.stack)

        for _ in 0..<(cards * 4 + 10) {
            switch chance.next(below: 10) {
            case 0, 1:
                let undone = (session.undo(), model.undo())
                #expect(undone.0 == undone.1)
            case 2:
                let dealt = session.retry()
                let due = model.retry(dealt: session.stack)
                #expect(dealt == due)
            default:
                let grade = Grade.allCases[Int(chance.next(below: 4))]
                let taken = (session.answer(grade), model.answer(grade))
                #expect(taken.0 == taken.1)
            }
            #expect(session.card(at: 0) == model.stack.first)
            #expect(session.score == model.score)
        }
        #expect(session.stack == model.stack)
    }
}

/// The rules of learn mode, said in another way: by what is on the table, with a copy kept before each answer.
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

    /// Takes the new order as it was dealt, if it holds the cards that it should.
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
