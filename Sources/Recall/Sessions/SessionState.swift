/// The order of a session's cards and its score: everything that follows from its start and its events.
struct SessionState: Equatable, Sendable {
    /// A card that waits for its next step.
    struct WaitingCard: Equatable, Sendable {
        let card: Int
        let until: Int64
    }

    let mode: Mode

    /// How many cards are known.
    private(set) var cardCount: Int

    private var isRemoved: [Bool]
    private var isIntroduced: [Bool]

    /// How many cards come between showing a card with its answer and asking it.
    static let introductionDistance = 3

    /// The cards of this round: those answered (in browse: those before the one shown), then the stack from the top down.
    private(set) var cards: [Int]

    /// The position of the top card in `cards`.
    private(set) var top = 0

    /// How many cards directly below the top one have returned from waiting; later ones are inserted behind them.
    private var returnedCount = 0

    /// The cards between two steps, the first due first.
    private(set) var waitingCards: [WaitingCard] = []

    /// The cards missed in this round, in that order.
    private var missedCards: [Int] = []

    /// How many answers of this round were right.
    private(set) var rememberedCount = 0

    /// How many answers of this round were wrong.
    private(set) var missedCount = 0

    /// How many rounds preceded this one.
    private(set) var round = 0

    /// The generator's state after the last shuffle, so that the next shuffle gives the same order again after an undo.
    private(set) var random: SplitMix64

    init(_ start: SessionStart, mode: Mode) {
        self.mode = mode
        cardCount = start.cardCount
        isRemoved = [Bool](repeating: false, count: start.cardCount)
        isIntroduced = [Bool](repeating: false, count: start.cardCount)
        for card in start.removedCards { isRemoved[card] = true }
        cards = []
        random = start.random
        deal((0..<cardCount).filter { [isRemoved] card in !isRemoved[card] })
    }

    /// The remaining cards, the top one first.
    var stack: ArraySlice<Int> { cards[top...] }

    /// The removed cards, in ascending order.
    var removedCards: [Int] { (0..<cardCount).filter { [isRemoved] card in isRemoved[card] } }

    /// Applies an event; false, and nothing changes, if the mode or the state does not allow it.
    mutating func apply(_ event: SessionEvent) -> Bool {
        switch event {
        case .answered(let grade, let moment): answer(grade, returningAt: moment)
        case .returned(let count): returnCards(count)
        case .retried: retry()
        case .added(let count): add(count)
        case .addedWaiting(let moment):
            mode.hasSteps && register(1) && wait(cardCount - 1, until: moment)
        case .introduced(let card): introduce(card)
        case .removed(let card): remove(card)
        }
    }

    func wasIntroduced(_ card: Int) -> Bool {
        isIntroduced.indices ~= card && isIntroduced[card]
    }

    /// Shows the card at a position, in a mode without grades.
    mutating func show(_ position: Int) -> Bool {
        guard !mode.isGraded, position == 0 || cards.indices ~= position else { return false }
        top = position
        return true
    }

    /// Starts a round of these cards.
    private mutating func deal(_ cards: [Int]) {
        self.cards = cards
        if mode.isShuffled { random.shuffle(&self.cards) }
        (top, returnedCount, rememberedCount, missedCount, missedCards) = (0, 0, 0, 0, [])
    }
}

extension SessionState {
    private mutating func answer(_ grade: Grade, returningAt moment: Int64?) -> Bool {
        guard mode.isGraded, let card = stack.first, moment == nil || mode.hasSteps else {
            return false
        }
        removeTop()
        if grade.isRemembered {
            rememberedCount += 1
        } else {
            missedCount += 1
            if mode.canRetry { missedCards.append(card) }
            if mode.returnsMissedCards { cards.append(card) }
        }
        return moment.map { wait(card, until: $0) } ?? true
    }

    private mutating func wait(_ card: Int, until moment: Int64) -> Bool {
        let index = waitingCards.firstIndex { $0.until > moment } ?? waitingCards.endIndex
        waitingCards.insert(WaitingCard(card: card, until: moment), at: index)
        return true
    }

    /// Inserts the first waiting cards below the top one, which the learner may be looking at.
    private mutating func returnCards(_ count: Int) -> Bool {
        guard 1...max(waitingCards.count, 1) ~= count, !waitingCards.isEmpty else { return false }
        let returning = waitingCards.prefix(count).map { $0.card }
        waitingCards.removeFirst(count)
        let isEmpty = stack.isEmpty
        cards.insert(contentsOf: returning, at: isEmpty ? top : top + 1 + returnedCount)
        returnedCount += isEmpty ? count - 1 : count
        return true
    }

    private mutating func retry() -> Bool {
        guard mode.canRetry, stack.isEmpty, !missedCards.isEmpty else { return false }
        round += 1
        deal(missedCards)
        return true
    }

    private mutating func add(_ count: Int) -> Bool {
        guard register(count) else { return false }
        cards.append(contentsOf: cardCount - count..<cardCount)
        return true
    }

    /// Assigns the next numbers to this many new cards.
    private mutating func register(_ count: Int) -> Bool {
        guard 1...Session.maximumCards ~= count, cardCount + count <= Session.maximumCards else {
            return false
        }
        isRemoved.append(contentsOf: repeatElement(false, count: count))
        isIntroduced.append(contentsOf: repeatElement(false, count: count))
        cardCount += count
        return true
    }

    /// Moves the card a few positions down, to be asked there; one that is not on top, because an answer before it was
    /// undone, stays where it is.
    private mutating func introduce(_ card: Int) -> Bool {
        guard mode.introducesCards, isRemoved.indices ~= card, !isRemoved[card],
            !isIntroduced[card]
        else { return false }
        isIntroduced[card] = true
        guard stack.first == card else { return true }
        cards.remove(at: top)
        returnedCount = max(0, returnedCount - 1)
        let position = min(top + Self.introductionDistance, cards.endIndex)
        cards.insert(card, at: position)
        if position > top, position <= top + returnedCount { returnedCount += 1 }
        return true
    }

    private mutating func remove(_ card: Int) -> Bool {
        guard isRemoved.indices ~= card, !isRemoved[card] else { return false }
        isRemoved[card] = true
        waitingCards.removeAll { $0.card == card }
        missedCards.removeAll { $0 == card }
        // Answers still count after their card has been removed; pages turned do not.
        let first = mode.isGraded ? top : 0
        guard let index = cards[first...].firstIndex(of: card) else { return true }
        cards.remove(at: index)
        if mode.isGraded {
            if index <= top + returnedCount { returnedCount = max(0, returnedCount - 1) }
        } else if index < top || top == cards.count {
            top = max(0, top - 1)
        }
        return true
    }

    private mutating func removeTop() {
        top += 1
        returnedCount = max(0, returnedCount - 1)
    }
}
