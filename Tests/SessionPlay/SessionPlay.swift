import Recall

/// Plays a session from arbitrary bytes and checks its invariants after every step.
///
/// The first bytes determine mode, size and seed; each of the others is a step, its kind in the lower half. Returns the
/// first violated invariant, or nil.
public func violatedInvariant(playing bytes: [UInt8]) -> String? {
    if let invariant = SessionPlayer.violatedInvariant(restoringWords: bytes) { return invariant }
    guard bytes.count > 3, var play = SessionPlayer(head: bytes.prefix(4)) else { return nil }
    for byte in bytes.dropFirst(4) {
        play.step(byte)
        if let invariant = play.violated { return invariant }
    }
    return nil
}

/// A session, and next to it what an observer remembers of it.
private struct SessionPlayer {
    private var session: Session
    private var now: Int64 = 0
    /// The known cards that have not been removed.
    private var present: Set<Int>
    private var cardCount: Int
    /// The session before each answer that has not been undone, and whether cards were added or removed since.
    private var before: [(session: Session, isChanged: Bool)] = []
    private(set) var violated: String?

    init?(head: ArraySlice<UInt8>) {
        let head = Array(head)
        guard let mode = Mode(rawValue: head[0] % 5) else { return nil }
        let cards = Int(head[1]) % 64
        let countdown =
            mode == .race && head[2] & 1 == 0 ? Countdown(seconds: 10 + Int(head[2])) : nil
        guard let session = Session(mode, cards: cards, seed: UInt64(head[3]), countdown: countdown)
        else {
            return nil
        }
        self.session = session
        cardCount = cards
        present = Set(0..<cards)
    }

    mutating func step(_ byte: UInt8) {
        let number = Int(byte >> 4)
        switch byte & 15 {
        case 0..<5: answer(number)
        case 5, 6: undo()
        case 7: retry()
        case 8: number == 15 ? addWaitingCard() : addCards(number)
        case 9: removeCard(number)
        case 10: startAgain()
        case 11: tick(by: Int64(number) * 700)
        case 12:
            if session.resume(at: now) {
                expect(
                    session.countdown?.isRunning == true && session.card(at: 0) != nil,
                    "a clock runs only while there are cards"
                )
            }
        case 13: session.pause(at: now)
        default: session.mode == .review ? introduce() : showAnotherCard(number)
        }
        expect(Set(stack).count == stack.count, "no card is on the stack twice")
        expect(present.isSuperset(of: stack), "only present cards are on the stack")
        expect(
            session.total == session.answered + stack.count + session.waiting,
            "no card is lost"
        )
        expect(session.waiting == 0 || session.mode == .review, "cards wait only in review")
        restore()
    }
}

extension SessionPlayer {
    private var stack: [Int] {
        var stack: [Int] = []
        while let card = session.card(at: stack.count) { stack.append(card) }
        return stack
    }

    private mutating func expect(_ isTrue: Bool, _ invariant: String) {
        if !isTrue, violated == nil { violated = invariant }
    }

    private mutating func answer(_ number: Int) {
        let (earlier, stackBefore) = (session, stack)
        let grade = Grade.allCases[number % 4]
        let back = session.mode == .review && number > 7 ? now + Int64(number) * 1000 : nil
        guard session.answer(grade, returningAt: back) else {
            expect(session == earlier, "a refused answer changes nothing")
            expect(
                stackBefore.isEmpty || session.isOver || session.mode == .browse,
                "a card accepts an answer"
            )
            return
        }
        before.append((earlier, false))
        expect(session.answered == earlier.answered + 1, "an answer counts once")
        expect(
            session.answered * max(earlier.total, 1) > earlier.answered * session.total
                || earlier.total == 0,
            "progress grows with every answer"
        )
        let returns = session.mode == .race && !grade.isRemembered
        let left = Array(stackBefore.dropFirst()) + (returns ? [stackBefore[0]] : [])
        expect(
            stack == left,
            "the top card is removed, and in a race returned to the bottom if it was missed"
        )
        expect(
            session.waiting == earlier.waiting + (back == nil ? 0 : 1),
            "a card with a step waits"
        )
    }

    private mutating func introduce() {
        let (earlier, stackBefore) = (session, stack)
        guard session.introduce() else {
            return expect(
                session == earlier && stackBefore.first.map(session.wasIntroduced) ?? true,
                "a card is introduced once"
            )
        }
        expect(session.wasIntroduced(stackBefore[0]), "the top card is introduced")
        expect(
            stack.filter { $0 != stackBefore[0] } == Array(stackBefore.dropFirst())
                && stack.prefix(4).contains(stackBefore[0]),
            "an introduced card is asked after at most three others, which keep their order"
        )
        expect(
            (session.total, session.answered) == (earlier.total, earlier.answered),
            "an introduction does not change the score"
        )
        markChanged()
    }

    private mutating func undo() {
        let earlier = session
        guard let last = before.popLast() else {
            expect(session.undo() == nil && session == earlier, "there is nothing to undo")
            return
        }
        let card = session.undo()
        expect(card == last.session.card(at: 0), "undo returns the answered card")
        guard !last.isChanged else {
            if !before.isEmpty { before[before.count - 1].isChanged = true }
            return
        }
        expect(
            session.countdown?.secondsLeft == earlier.countdown?.secondsLeft,
            "undo gives no time back"
        )
        var (mine, theirs) = (session, last.session)
        mine.pause(at: now)
        theirs.pause(at: now)
        expect(session.mode == .race || mine == theirs, "undo restores the session")
        let scores = (mine.answered, mine.remembered, mine.missed, mine.total, mine.round)
        expect(
            scores == (
                theirs.answered, theirs.remembered, theirs.missed, theirs.total, theirs.round
            ),
            "undo restores the score"
        )
    }

    private mutating func retry() {
        let earlier = session
        let dealt = session.retry()
        if dealt == 0 {
            expect(session == earlier, "a refused retry changes nothing")
        } else {
            expect(
                earlier.isOver && dealt <= earlier.missed && dealt == stack.count,
                "the missed cards are dealt again"
            )
            expect(session.round == earlier.round + 1 && session.answered == 0, "a round begins")
        }
    }

    private mutating func addCards(_ count: Int) {
        guard session.addCards(count) else { return expect(count == 0, "cards can be added") }
        present.formUnion(cardCount..<cardCount + count)
        expect(
            stack.suffix(count) == Array(cardCount..<cardCount + count)[...],
            "cards are added at the bottom"
        )
        cardCount += count
        markChanged()
    }

    private mutating func addWaitingCard() {
        let stackBefore = stack
        guard session.addCard(waitingUntil: now + 1_000) else {
            return expect(session.mode != .review, "a waiting card can be added")
        }
        present.insert(cardCount)
        cardCount += 1
        expect(
            session.mode == .review && stack == stackBefore,
            "a waiting card is not on the stack"
        )
        markChanged()
    }

    private mutating func removeCard(_ number: Int) {
        let card = number * max(cardCount, 1) / 16
        let (earlier, stackBefore) = (session, stack)
        guard session.removeCard(card) else {
            return expect(
                session == earlier && !present.contains(card),
                "a present card can be removed"
            )
        }
        expect(present.remove(card) != nil, "only a present card can be removed")
        if session.mode == .browse {
            expect(stack.allSatisfy { $0 != card }, "a removed card is no longer shown")
        } else {
            expect(stack == stackBefore.filter { $0 != card }, "no other card is removed")
        }
        markChanged()
    }

    private mutating func markChanged() {
        if !before.isEmpty { before[before.count - 1].isChanged = true }
    }

    private mutating func startAgain() {
        let earlier = session
        guard session.startAgain() else {
            return expect(session == earlier, "a refused restart changes nothing")
        }
        expect(Set(stack) == present, "all present cards are dealt again")
        expect(session.answered == 0 && session.undo() == nil, "a restart forgets the answers")
        expect(session.countdown?.isRunning != true, "a restarted clock is paused")
        before = []
    }

    private mutating func tick(by milliseconds: Int64) {
        now += milliseconds
        let (earlier, top) = (session, session.card(at: 0))
        _ = session.tick(at: now)
        expect(top == nil || session.card(at: 0) == top, "the top card does not change")
        expect(session.nextReturn.map { $0 > now } ?? true, "a card returns when its step is over")
        expect(
            session.total == earlier.total && session.answered == earlier.answered,
            "time does not change the score"
        )
        let (left, leftBefore) = (session.countdown?.secondsLeft, earlier.countdown?.secondsLeft)
        expect(left ?? 0 <= leftBefore ?? 0, "the time left never grows")
    }

    private mutating func showAnotherCard(_ number: Int) {
        let earlier = session
        let isShown = number.isMultiple(of: 2) ? session.next() : session.previous()
        expect(
            isShown == (session != earlier),
            "showing another card either succeeds or changes nothing"
        )
        expect(!isShown || session.mode == .browse, "other cards are shown only in browse")
    }

    private mutating func restore() {
        let words = session.serialized
        guard var restored = Session(serialized: words) else {
            return expect(false, "a stored session can be restored")
        }
        expect(restored.serialized == words, "a restored session is stored as the same words")
        var paused = session
        paused.pause(at: .min)
        restored.pause(at: .min)
        expect(restored == paused, "a restored session is the same, its clock paused")
    }

    static func violatedInvariant(restoringWords bytes: [UInt8]) -> String? {
        var words: [UInt32] = []
        for start in stride(from: 0, to: bytes.count / 4 * 4, by: 4) {
            let low = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
            let high = UInt32(bytes[start + 2]) | UInt32(bytes[start + 3]) << 8
            words.append(high << 16 | low)
        }
        // Random words without a valid first word would never be accepted.
        for candidate in [words, [Session.firstWord] + words] {
            if let session = Session(serialized: candidate), session.serialized != candidate {
                return "accepted words are written unchanged"
            }
        }
        return nil
    }
}

extension Session {
    /// The first word of every stored session.
    fileprivate static var firstWord: UInt32 {
        Session(.learn, cards: 0, seed: 0)?.serialized.first ?? 0
    }
}
