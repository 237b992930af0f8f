/// A session with a deck: a stack of cards, the answers given, and the score.
///
/// A session knows its cards as 0, 1, 2… and nothing else about them: no text, no id, no clock; moments are passed in as
/// milliseconds. It is a value that is determined by its start and its events, so that applying the same events again, on
/// another device or another day, restores it. Undo does just that: it applies all events but the last answer, in time
/// proportional to their number (less than a millisecond for the largest session).
package struct Session: Equatable, Sendable {
    /// How many cards a session can hold, including those added later.
    package static let maximumCards = 10_000

    /// How many events a session records; after that it refuses changes.
    package static let maximumEvents = 100_000

    package let mode: Mode

    /// The clock of a timed race.
    package private(set) var countdown: Countdown?

    private(set) var start: SessionStart
    private(set) var events: [SessionEvent] = []
    private(set) var state: SessionState

    /// Deals the cards 0 ..< `cards`: shuffled by the seed in learn, race and quiz, in the given order otherwise.
    ///
    /// A race has unlimited time without `countdown`. Returns nil for more than `maximumCards` cards and for a countdown in
    /// another mode.
    package init?(_ mode: Mode, cards: Int, seed: UInt64, countdown: Countdown? = nil) {
        guard 0...Self.maximumCards ~= cards, countdown == nil || mode.isTimed else { return nil }
        self.init(
            mode,
            SessionStart(cardCount: cards, random: SplitMix64(seed: seed)),
            countdown: countdown?.restarted
        )
    }

    init(_ mode: Mode, _ start: SessionStart, countdown: Countdown?) {
        self.mode = mode
        self.start = start
        self.countdown = countdown
        state = SessionState(start, mode: mode)
    }

    /// Applies and records an event; false, and nothing changes, if it is not allowed.
    mutating func apply(_ event: SessionEvent) -> Bool {
        guard events.count < Self.maximumEvents, state.apply(event) else { return false }
        events.append(event)
        return true
    }

    /// Shows the card at a position, in a mode without grades.
    mutating func show(_ position: Int) -> Bool { state.show(position) }
}

// MARK: - The stack

extension Session {
    /// The card `depth` positions below the top, if there is one.
    package func card(at depth: Int) -> Int? {
        let stack = state.stack
        guard 0..<stack.count ~= depth else { return nil }
        return stack[stack.startIndex + depth]
    }

    /// Whether no card accepts an answer any more: none is left, or time is up.
    package var isOver: Bool {
        state.stack.isEmpty && state.waitingCards.isEmpty || countdown?.isExpired == true
    }

    /// Grades the top card and removes it from the stack; false without a card, when time is up, and in browse.
    ///
    /// In review a card whose next step is minutes away returns at a moment in milliseconds. In a race a missed card is
    /// appended at the bottom as if it had not been answered.
    package mutating func answer(_ grade: Grade, returningAt moment: Int64? = nil) -> Bool {
        guard countdown?.isExpired != true, apply(.answered(grade, returningAt: moment)) else {
            return false
        }
        if state.stack.isEmpty { countdown = countdown?.paused }
        return true
    }

    /// Records that the top card was shown with its answer, and moves it down, to be asked a few cards later.
    ///
    /// False without a card, if it was introduced already, and in other modes than review.
    package mutating func introduce() -> Bool {
        guard let card = state.stack.first else { return false }
        return apply(.introduced(card))
    }

    /// Whether a card of this session was shown with its answer before it was asked.
    package func wasIntroduced(_ card: Int) -> Bool { state.wasIntroduced(card) }

    /// Reverts the last answer as if it had never been given, and returns its card.
    ///
    /// Can be repeated across rounds, back to the last `startAgain`. The card is on top again unless it has been removed
    /// since: added and removed cards stay as they are. Elapsed time is not given back: after the last card of a race the
    /// clock can continue from where it stopped, but not once it has expired.
    package mutating func undo() -> Int? {
        guard let last = events.lastIndex(where: { $0.isAnswer }) else { return nil }
        let changes = events[last...].filter { $0.changesCards }
        events.removeSubrange(last...)
        state = SessionState(start, mode: mode)
        for event in events { _ = state.apply(event) }
        let card = card(at: 0)
        for change in changes { _ = apply(change) }
        return card
    }

    /// Begins a round of the cards missed in the finished one, and returns how many they are.
    ///
    /// Returns 0, and nothing begins, during a round, when no card was missed, and in modes where missed cards return by
    /// themselves.
    package mutating func retry() -> Int {
        apply(.retried) ? total : 0
    }

    /// Deals all present cards again, with the clock reset and paused, and forgets the answers.
    ///
    /// False in browse, which has nothing to forget, and in review, which deals only what is due.
    package mutating func startAgain() -> Bool {
        guard mode.canStartAgain else { return false }
        let start = SessionStart(
            cardCount: state.cardCount,
            removedCards: state.removedCards,
            random: state.random
        )
        self = Session(mode, start, countdown: countdown?.restarted)
        return true
    }
}

// MARK: - Changing cards during a session

extension Session {
    /// Adds cards with the next numbers at the bottom; false if they would be too many.
    package mutating func addCards(_ count: Int) -> Bool { apply(.added(count)) }

    /// Adds one card with the next number that waits for its next step until a moment; only in review.
    ///
    /// A card answered in an earlier session returns in this one that way.
    package mutating func addCard(waitingUntil moment: Int64) -> Bool {
        apply(.addedWaiting(until: moment))
    }

    /// Removes a card for good, even if it is not on the stack; false if it is unknown or already removed.
    ///
    /// Its answers still count.
    package mutating func removeCard(_ card: Int) -> Bool {
        guard apply(.removed(card)) else { return false }
        if state.stack.isEmpty { countdown = countdown?.paused }
        return true
    }
}

// MARK: - Browsing

extension Session {
    /// Shows the next card, in browse; false at the last one.
    package mutating func next() -> Bool { show(state.top + 1) }

    /// Shows the previous card, in browse; false at the first one.
    package mutating func previous() -> Bool { state.top > 0 && show(state.top - 1) }
}

// MARK: - Time

extension Session {
    /// Advances the clock of a race, and in review returns the cards whose step is over.
    ///
    /// They are inserted below the top card in the order in which they are due, or on top of an empty stack. A later moment
    /// returns them early. Returns whether cards returned or the clock has just expired.
    package mutating func tick(at moment: Int64) -> Bool {
        if countdown?.isExpired == false {
            countdown?.tick(at: moment)
            return countdown?.isExpired == true
        }
        let due = state.waitingCards.prefix { $0.until <= moment }.count
        return due > 0 && apply(.returned(due))
    }

    /// Starts the clock of a race; false without a clock, without cards, and when time is up.
    package mutating func resume(at moment: Int64) -> Bool {
        guard !state.stack.isEmpty else { return false }
        countdown?.resume(at: moment)
        return countdown?.isRunning == true
    }

    /// Stops the clock of a race, for example while the page is hidden or covered by a form.
    package mutating func pause(at moment: Int64) {
        countdown?.pause(at: moment)
    }

    /// How many cards wait for their next step.
    package var waiting: Int { state.waitingCards.count }

    /// When the first waiting card returns, in milliseconds.
    package var nextReturn: Int64? { state.waitingCards.first?.until }
}

// MARK: - The score

extension Session {
    /// The number of this round, from 0.
    package var round: Int { state.round }

    /// The answers given in this round plus those still needed; an answer that lets its card return adds one.
    ///
    /// `answered / total` therefore grows with every answer. In browse: the number of cards.
    package var total: Int { answered + state.stack.count + waiting }

    /// The answers given in this round; in browse, the number of cards before the one shown.
    package var answered: Int { mode.isGraded ? remembered + missed : state.top }

    /// The right answers of this round: the score of a race.
    package var remembered: Int { state.rememberedCount }

    /// The wrong answers of this round: the strikes of a race.
    package var missed: Int { state.missedCount }
}
