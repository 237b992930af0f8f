/// One sitting with a deck: a stack of cards, the answers given, and what they add up to.
///
/// A session knows its cards as 0, 1, 2… and nothing else of them: no text, no id, no clock. It is a value that follows
/// from its seed and its answers alone, so that giving the same answers again, in another home, on another day,
/// restores it; and since it holds nothing but the rounds with their grades, undo has only a grade to take away.
public struct Session: Equatable, Sendable {
    /// How many cards can lie in one session.
    public static let largestDeal = 10_000

    /// What the answers do: the mode of study.
    public let mode: Mode

    /// Every round begun, the current one last; there is always one.
    private var rounds: [Round]

    /// Deals the cards 0 ..< `cards` in an order drawn by the seed.
    ///
    /// Only `.learn` has its rules so far; there is no session in any other mode, nor of more than `largestDeal` cards.
    public init?(_ mode: Mode, cards: Int, seed: UInt64) {
        guard mode == .learn, 0...Self.largestDeal ~= cards else { return nil }
        self.mode = mode
        rounds = [Round(shuffling: Array(0..<cards), with: SplitMix64(seed: seed))]
    }

    private var current: Round { rounds[rounds.count - 1] }
}

// MARK: - The stack

extension Session {
    /// The card that lies `depth` below the top, if the stack goes that deep.
    public func card(at depth: Int) -> Int? {
        let current = current
        guard depth >= 0, depth < current.cards.count - current.grades.count else { return nil }
        return current.cards[current.grades.count + depth]
    }

    /// Whether no card is left on the stack.
    public var isOver: Bool { current.isOver }

    /// Grades the top card, and takes it off the stack; false when there is none.
    public mutating func answer(_ grade: Grade) -> Bool {
        guard !isOver else { return false }
        rounds[rounds.count - 1].answer(grade)
        return true
    }

    /// Takes the last answer back, as if it had never been given, and says which card lies on top again.
    ///
    /// Goes back as deep as the session goes; a round in which nothing is answered yet is left for the one before it.
    public mutating func undo() -> Int? {
        guard let last = rounds.lastIndex(where: { !$0.grades.isEmpty }) else { return nil }
        rounds.removeSubrange((last + 1)...)
        rounds[last].takeBack()
        return card(at: 0)
    }

    /// Begins a round of the cards missed in the one that is over, and says how many they are.
    ///
    /// Zero, and nothing is begun, while the round still goes on or when no card was missed.
    public mutating func retry() -> Int {
        guard isOver, missed > 0 else { return 0 }
        rounds.append(Round(shuffling: current.missed, with: current.chance))
        return total
    }
}

// MARK: - The score

extension Session {
    /// Which round this is, from 0.
    public var round: Int { rounds.count - 1 }

    /// How many cards were dealt in this round.
    public var total: Int { current.cards.count }

    /// How many cards of this round are answered.
    public var answered: Int { current.grades.count }

    /// How many cards of this round were remembered.
    public var remembered: Int { answered - missed }

    /// How many cards of this round were missed.
    public var missed: Int { current.misses }
}
