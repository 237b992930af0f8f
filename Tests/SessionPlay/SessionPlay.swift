import Recall

/// Plays arbitrary bytes as a sitting, and holds the session to what must be true of every one.
///
/// The first bytes choose mode, size and seed; each of the others is a step, its kind in the lower half. Says which
/// promise was broken first, and nil if none was.
public func brokenPromise(playing bytes: [UInt8]) -> String? {
    if let promise = Play.brokenPromise(readingBackWords: bytes) { return promise }
    guard bytes.count > 3, var play = Play(head: bytes.prefix(4)) else { return nil }
    for byte in bytes.dropFirst(4) {
        play.step(byte)
        if let promise = play.broken { return promise }
    }
    return nil
}

/// A session, and beside it what a spectator remembers of it.
private struct Play {
    private var session: Session
    private var now: Int64 = 0
    /// The cards that are known and have not left.
    private var present: Set<Int>
    private var known: Int
    /// The session before each answer that stands, and whether cards have joined or left since.
    private var before: [(session: Session, isChanged: Bool)] = []
    private(set) var broken: String?

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
        known = cards
        present = Set(0..<cards)
    }

    mutating func step(_ byte: UInt8) {
        let number = Int(byte >> 4)
        switch byte & 15 {
        case 0..<5: answer(number)
        case 5, 6: undo()
        case 7: retry()
        case 8: number == 15 ? joinWaiting() : join(number)
        case 9: leave(number)
        case 10: startAgain()
        case 11: tick(by: Int64(number) * 700)
        case 12:
            if session.resume(at: now) {
                expect(
                    session.countdown?.isRunning == true && session.card(at: 0) != nil,
                    "a clock runs for cards"
                )
            }
        case 13: session.pause(at: now)
        default: turnPage(number)
        }
        expect(Set(stack).count == stack.count, "a card lies on the stack once")
        expect(present.isSuperset(of: stack), "only cards that are there lie on the stack")
        expect(
            session.total == session.answered + stack.count + session.waiting,
            "no card gets lost"
        )
        expect(session.waiting == 0 || session.mode == .review, "cards wait in review alone")
        readBack()
    }
}

extension Play {
    private var stack: [Int] {
        var stack: [Int] = []
        while let card = session.card(at: stack.count) { stack.append(card) }
        return stack
    }

    private mutating func expect(_ isTrue: Bool, _ promise: String) {
        if !isTrue, broken == nil { broken = promise }
    }

    private mutating func answer(_ number: Int) {
        let (earlier, stackBefore) = (session, stack)
        let grade = Grade.allCases[number % 4]
        let back = session.mode == .review && number > 7 ? now + Int64(number) * 1000 : nil
        guard session.answer(grade, back: back) else {
            expect(session == earlier, "a refused answer changes nothing")
            expect(
                stackBefore.isEmpty || session.isOver || session.mode == .browse,
                "a card takes an answer"
            )
            return
        }
        before.append((earlier, false))
        expect(session.answered == earlier.answered + 1, "an answer counts once")
        expect(
            session.answered * max(earlier.total, 1) > earlier.answered * session.total
                || earlier.total == 0,
            "progress moves on with every answer"
        )
        let returns = session.mode == .race && !grade.isRemembered
        let left = Array(stackBefore.dropFirst()) + (returns ? [stackBefore[0]] : [])
        expect(
            stack == left,
            "the top card leaves, and in a race comes back at the bottom when it was missed"
        )
        expect(
            session.waiting == earlier.waiting + (back == nil ? 0 : 1),
            "a card with a step waits"
        )
    }

    private mutating func undo() {
        let earlier = session
        guard let last = before.popLast() else {
            expect(session.undo() == nil && session == earlier, "there is nothing to take back")
            return
        }
        let card = session.undo()
        expect(card == last.session.card(at: 0), "undo says which card was answered")
        guard !last.isChanged else {
            if !before.isEmpty { before[before.count - 1].isChanged = true }
            return
        }
        expect(session.countdown?.secondsLeft == earlier.countdown?.secondsLeft, "time stays run")
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
            expect(session == earlier, "what is not retried stays")
        } else {
            expect(
                earlier.isOver && dealt <= earlier.missed && dealt == stack.count,
                "the missed cards come again"
            )
            expect(session.round == earlier.round + 1 && session.answered == 0, "a round begins")
        }
    }

    private mutating func join(_ count: Int) {
        guard session.join(count) else { return expect(count == 0, "cards may join") }
        present.formUnion(known..<known + count)
        expect(stack.suffix(count) == Array(known..<known + count)[...], "cards join at the bottom")
        known += count
        markChanged()
    }

    private mutating func joinWaiting() {
        let stackBefore = stack
        guard session.join(waitingUntil: now + 1_000) else {
            return expect(session.mode != .review, "a card may join to wait")
        }
        present.insert(known)
        known += 1
        expect(
            session.mode == .review && stack == stackBefore,
            "a card that waits lies on no stack"
        )
        markChanged()
    }

    private mutating func leave(_ number: Int) {
        let card = number * max(known, 1) / 16
        let (earlier, stackBefore) = (session, stack)
        guard session.leave(card) else {
            return expect(session == earlier && !present.contains(card), "who is there can leave")
        }
        expect(present.remove(card) != nil, "only who is there leaves")
        if session.mode == .browse {
            expect(stack.allSatisfy { $0 != card }, "who left is shown no more")
        } else {
            expect(stack == stackBefore.filter { $0 != card }, "nobody else leaves")
        }
        markChanged()
    }

    private mutating func markChanged() {
        if !before.isEmpty { before[before.count - 1].isChanged = true }
    }

    private mutating func startAgain() {
        let earlier = session
        guard session.startAgain() else {
            return expect(session == earlier, "what is not begun again stays")
        }
        expect(Set(stack) == present, "all that is there is dealt afresh")
        expect(session.answered == 0 && session.undo() == nil, "what was answered is forgotten")
        expect(session.countdown?.isRunning != true, "a fresh clock stands")
        before = []
    }

    private mutating func tick(by milliseconds: Int64) {
        now += milliseconds
        let (earlier, top) = (session, session.card(at: 0))
        _ = session.tick(at: now)
        expect(top == nil || session.card(at: 0) == top, "the top card stays where it is")
        expect(session.nextReturn.map { $0 > now } ?? true, "whose step is over comes back")
        expect(
            session.total == earlier.total && session.answered == earlier.answered,
            "time grades nothing"
        )
        let (left, leftBefore) = (session.countdown?.secondsLeft, earlier.countdown?.secondsLeft)
        expect(left ?? 0 <= leftBefore ?? 0, "time is never given back")
    }

    private mutating func turnPage(_ number: Int) {
        let earlier = session
        let isTurned = number.isMultiple(of: 2) ? session.next() : session.previous()
        expect(isTurned == (session != earlier), "a page turns or it does not")
        expect(!isTurned || session.mode == .browse, "pages turn in browse alone")
    }

    private mutating func readBack() {
        let words = session.words
        guard var restored = Session(words: words) else {
            return expect(false, "a kept session is taken up again")
        }
        expect(restored.words == words, "a kept session is kept the same")
        var standing = session
        standing.pause(at: .min)
        restored.pause(at: .min)
        expect(restored == standing, "a session taken up again is the same, its clock standing")
    }

    static func brokenPromise(readingBackWords bytes: [UInt8]) -> String? {
        var words: [UInt32] = []
        for start in stride(from: 0, to: bytes.count / 4 * 4, by: 4) {
            let low = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
            let high = UInt32(bytes[start + 2]) | UInt32(bytes[start + 3]) << 8
            words.append(high << 16 | low)
        }
        // Without a true beginning none would ever be taken up.
        let begun = [Session.learnedWord] + words
        for candidate in [words, begun] {
            if let session = Session(words: candidate), session.words != candidate {
                return "words that are taken up are written the same"
            }
        }
        return nil
    }
}

extension Session {
    /// The first word that every kept session begins with.
    fileprivate static var learnedWord: UInt32 {
        Session(.learn, cards: 0, seed: 0)?.words.first ?? 0
    }
}
