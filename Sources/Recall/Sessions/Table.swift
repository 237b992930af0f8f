/// The cards as they lie, and the score: all that follows from a deal and the steps taken since.
struct Table: Equatable, Sendable {
    /// A card between two of its steps.
    struct Waiting: Equatable, Sendable {
        let card: Int
        let until: Int64
    }

    let mode: Mode

    /// How many cards are known.
    private(set) var cards: Int

    /// Which of them have left.
    private var hasLeft: [Bool]

    /// The cards of this round: those answered (in browse: those turned over), then the stack from the top down.
    private(set) var line: [Int]

    /// How many cards of the line lie above the stack.
    private(set) var top = 0

    /// How many cards right below the top one came back to it, so that later ones queue up behind them.
    private var back = 0

    /// The cards between two steps, the first due first.
    private(set) var waiting: [Waiting] = []

    /// The cards missed in this round, in the order in which they were.
    private var missed: [Int] = []

    /// How many answers of this round were right.
    private(set) var remembered = 0

    /// How many answers of this round were wrong.
    private(set) var misses = 0

    /// How many rounds went before this one.
    private(set) var round = 0

    /// Chance as the last laying of cards left it; the next is ordered by it, and so again the same after an undo.
    private(set) var chance: SplitMix64

    init(_ deal: Deal, mode: Mode) {
        self.mode = mode
        cards = deal.cards
        hasLeft = [Bool](repeating: false, count: deal.cards)
        for card in deal.gone { hasLeft[card] = true }
        line = []
        chance = deal.chance
        lay((0..<cards).filter { [hasLeft] card in !hasLeft[card] })
    }

    /// The stack, the top card first.
    var stack: ArraySlice<Int> { line[top...] }

    /// The cards that have left, in rising order.
    var gone: [Int] { (0..<cards).filter { [hasLeft] card in hasLeft[card] } }

    /// Takes a step, if the rules and what lies on the table allow it.
    mutating func take(_ step: Step) -> Bool {
        switch step {
        case .answered(let grade, let moment): answer(grade, back: moment)
        case .returned(let count): bringBack(count)
        case .retried: retry()
        case .joined(let count): join(count)
        case .joinedWaiting(let moment): mode.hasSteps && know(1) && wait(cards - 1, until: moment)
        case .left(let card): leave(card)
        }
    }

    /// Lays `top` cards aside and shows the one after them, in a mode where cards are only looked at.
    mutating func turn(to top: Int) -> Bool {
        guard !mode.isGraded, top == 0 || line.indices ~= top else { return false }
        self.top = top
        return true
    }

    private mutating func lay(_ cards: [Int]) {
        line = cards
        if mode.isShuffled { chance.shuffle(&line) }
        (top, back, remembered, misses, missed) = (0, 0, 0, 0, [])
    }
}

extension Table {
    private mutating func answer(_ grade: Grade, back moment: Int64?) -> Bool {
        guard mode.isGraded, let card = stack.first, moment == nil || mode.hasSteps else {
            return false
        }
        removeTop()
        if grade.isRemembered {
            remembered += 1
        } else {
            misses += 1
            if mode.canRetry { missed.append(card) }
            if mode.returnsMissedCards { line.append(card) }
        }
        return moment.map { wait(card, until: $0) } ?? true
    }

    private mutating func wait(_ card: Int, until moment: Int64) -> Bool {
        let place = waiting.firstIndex { $0.until > moment } ?? waiting.endIndex
        waiting.insert(Waiting(card: card, until: moment), at: place)
        return true
    }

    /// Cards that come back lie below the top one, which somebody may be looking at.
    private mutating func bringBack(_ count: Int) -> Bool {
        guard 1...max(waiting.count, 1) ~= count, !waiting.isEmpty else { return false }
        let returning = waiting.prefix(count).map { $0.card }
        waiting.removeFirst(count)
        let isEmpty = stack.isEmpty
        line.insert(contentsOf: returning, at: isEmpty ? top : top + 1 + back)
        back += isEmpty ? count - 1 : count
        return true
    }

    private mutating func retry() -> Bool {
        guard mode.canRetry, stack.isEmpty, !missed.isEmpty else { return false }
        round += 1
        lay(missed)
        return true
    }

    private mutating func join(_ count: Int) -> Bool {
        guard know(count) else { return false }
        line.append(contentsOf: cards - count..<cards)
        return true
    }

    /// Gives the next numbers to so many cards.
    private mutating func know(_ count: Int) -> Bool {
        guard 1...Session.largestDeal ~= count, cards + count <= Session.largestDeal else {
            return false
        }
        hasLeft.append(contentsOf: repeatElement(false, count: count))
        cards += count
        return true
    }

    private mutating func leave(_ card: Int) -> Bool {
        guard hasLeft.indices ~= card, !hasLeft[card] else { return false }
        hasLeft[card] = true
        waiting.removeAll { $0.card == card }
        missed.removeAll { $0 == card }
        // What was answered stays counted; pages that were turned do not.
        let first = mode.isGraded ? top : 0
        guard let place = line[first...].firstIndex(of: card) else { return true }
        line.remove(at: place)
        if mode.isGraded {
            if place <= top + back { back = max(0, back - 1) }
        } else if place < top || top == line.count {
            top = max(0, top - 1)
        }
        return true
    }

    private mutating func removeTop() {
        top += 1
        back = max(0, back - 1)
    }
}
