/// One sitting with a deck: a stack of cards, the answers given, and what they add up to.
///
/// A session knows its cards as 0, 1, 2… and nothing else of them: no text, no id, no clock; moments are milliseconds
/// that come in. It is a value that follows from its deal and the steps taken since, so that taking the same steps
/// again, in another home, on another day, restores it. Undo is no more than that: it takes the steps anew without
/// the last answer, in time that grows with the session (below a millisecond for the largest deal).
package struct Session: Equatable, Sendable {
    /// How many cards can lie in one session, those that join later counted in.
    package static let largestDeal = 10_000

    /// How many steps one session can take; a stack that nobody ever finishes is refused more.
    package static let mostSteps = 100_000

    /// What the answers do: the mode of study.
    package let mode: Mode

    /// The clock of a race that has one.
    package private(set) var countdown: Countdown?

    private(set) var deal: Deal
    private(set) var steps: [Step] = []
    private(set) var table: Table

    /// Deals the cards 0 ..< `cards`: in an order drawn by the seed to learn, race and quiz, else as they come.
    ///
    /// A race has a clock or, without `countdown`, all the time in the world; no other mode has one. There is no
    /// session of more than `largestDeal` cards.
    package init?(_ mode: Mode, cards: Int, seed: UInt64, countdown: Countdown? = nil) {
        guard 0...Self.largestDeal ~= cards, countdown == nil || mode.isTimed else { return nil }
        self.init(
            mode,
            Deal(cards: cards, chance: SplitMix64(seed: seed)),
            countdown: countdown?.full
        )
    }

    init(_ mode: Mode, _ deal: Deal, countdown: Countdown?) {
        self.mode = mode
        self.deal = deal
        self.countdown = countdown
        table = Table(deal, mode: mode)
    }

    /// Takes a step and remembers it; false, and nothing is changed, where it is not allowed.
    mutating func take(_ step: Step) -> Bool {
        guard steps.count < Self.mostSteps, table.take(step) else { return false }
        steps.append(step)
        return true
    }

    /// Shows the card at a place, in a mode where cards are only looked at.
    mutating func turn(to place: Int) -> Bool { table.turn(to: place) }
}

// MARK: - The stack

extension Session {
    /// The card that lies `depth` below the top, if the stack goes that deep.
    package func card(at depth: Int) -> Int? {
        let stack = table.stack
        guard 0..<stack.count ~= depth else { return nil }
        return stack[stack.startIndex + depth]
    }

    /// Whether no card takes an answer any more: none is left, or time is up.
    package var isOver: Bool {
        table.stack.isEmpty && table.waiting.isEmpty || countdown?.isOut == true
    }

    /// Grades the top card, and takes it off the stack; false when there is none, when time is up, and in browse.
    ///
    /// In review a card whose next step is a matter of minutes comes back when it is over: it waits until `back`, a
    /// moment in milliseconds. In a race a missed card goes to the bottom as a fresh one.
    package mutating func answer(_ grade: Grade, back: Int64? = nil) -> Bool {
        guard countdown?.isOut != true, take(.answered(grade, back: back)) else { return false }
        if table.stack.isEmpty { countdown = countdown?.standing }
        return true
    }

    /// Takes the last answer back, as if it had never been given, and says which card it was given to.
    ///
    /// Goes back as deep as the session goes, across rounds, to the last time it was started again. The card lies on
    /// top once more unless it has left in the meantime: cards that joined or left stay as they are. Time that has run
    /// stays run: after the last card of a race the clock can go on from where it stopped, but not once it is out.
    package mutating func undo() -> Int? {
        guard let last = steps.lastIndex(where: { $0.isAnswer }) else { return nil }
        let changes = steps[last...].filter { $0.isChangeOfCards }
        steps.removeSubrange(last...)
        table = Table(deal, mode: mode)
        for step in steps { _ = table.take(step) }
        let card = card(at: 0)
        for change in changes { _ = take(change) }
        return card
    }

    /// Begins a round of the cards missed in the one that is over, and says how many they are.
    ///
    /// Zero, and nothing is begun, while the round still goes on, when no card was missed, and in modes where missed
    /// cards come back by themselves.
    package mutating func retry() -> Int {
        take(.retried) ? total : 0
    }

    /// Deals all cards that are there afresh, with the clock full and standing, and forgets what was answered.
    ///
    /// False in browse, which has nothing to forget, and in review, which deals only what is due.
    package mutating func startAgain() -> Bool {
        guard mode.canStartAgain else { return false }
        let deal = Deal(cards: table.cards, gone: table.gone, chance: table.chance)
        self = Session(mode, deal, countdown: countdown?.full)
        return true
    }
}

// MARK: - Cards that change in mid-session

extension Session {
    /// Lays so many cards, named with the next numbers, at the bottom; false when they would be too many.
    package mutating func join(_ count: Int) -> Bool { take(.joined(count)) }

    /// Takes in one card, named with the next number, that is at a step already and comes when it is over; in review.
    ///
    /// So a card that was answered in an earlier sitting comes back in this one.
    package mutating func join(waitingUntil moment: Int64) -> Bool {
        take(.joinedWaiting(until: moment))
    }

    /// Takes a card away for good, wherever it lies; false if it is not there.
    ///
    /// What was answered stays counted.
    package mutating func leave(_ card: Int) -> Bool {
        guard take(.left(card)) else { return false }
        if table.stack.isEmpty { countdown = countdown?.standing }
        return true
    }
}

// MARK: - Turning pages

extension Session {
    /// Shows the next card, in browse; false at the last one.
    package mutating func next() -> Bool { turn(to: table.top + 1) }

    /// Shows the card before, in browse; false at the first one.
    package mutating func previous() -> Bool { table.top > 0 && turn(to: table.top - 1) }
}

// MARK: - Time

extension Session {
    /// Tells a session what time it is: the clock of a race runs, and in review cards whose step is over come back.
    ///
    /// They come to lie below the top card, in the order in which they are due, or on top where there is none. To
    /// bring them back early, name a later moment. Says whether cards came back or time has just run out.
    package mutating func tick(at moment: Int64) -> Bool {
        if countdown?.isOut == false {
            countdown?.tick(at: moment)
            return countdown?.isOut == true
        }
        let due = table.waiting.prefix { $0.until <= moment }.count
        return due > 0 && take(.returned(due))
    }

    /// Lets the clock of a race run from a moment on; false without one, without cards, and when time is up.
    package mutating func resume(at moment: Int64) -> Bool {
        guard !table.stack.isEmpty else { return false }
        countdown?.resume(at: moment)
        return countdown?.isRunning == true
    }

    /// Lets the clock stand from a moment on: the page is hidden, or a form lies over it.
    package mutating func pause(at moment: Int64) {
        countdown?.pause(at: moment)
    }

    /// How many cards wait for their next step.
    package var waiting: Int { table.waiting.count }

    /// When the first of them comes back, in milliseconds.
    package var nextReturn: Int64? { table.waiting.first?.until }
}

// MARK: - The score

extension Session {
    /// Which round this is, from 0.
    package var round: Int { table.round }

    /// How many answers this round has and still needs: each that brings a card back adds one.
    ///
    /// So `answered / total` moves on with every answer and never back. In browse: how many cards there are.
    package var total: Int { answered + table.stack.count + waiting }

    /// How many answers of this round are given; in browse, how many cards lie before the one shown.
    package var answered: Int { mode.isGraded ? remembered + missed : table.top }

    /// How many answers of this round said that the card was remembered: the score of a race.
    package var remembered: Int { table.remembered }

    /// How many answers of this round said that it was not: the strikes of a race.
    package var missed: Int { table.misses }
}
