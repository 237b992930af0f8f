/// A session as numbers of 32 bits, to be kept and taken up again in mid-air.
///
/// Mark and engine version · mode · chance, low and high half · cards known · cards gone, counted and named ·
/// in a race the clock's length and what has run of it, in milliseconds (0 and 0 without one); in browse the place ·
/// the steps. Numbers that no session wrote are refused, so writing what was read gives the same numbers again.
extension Session {
    private static let mark: UInt32 = 0x4f6d << 16 | UInt32(Engine.version)

    /// All that is to be kept; the clock comes back standing where it last ticked.
    package var words: [UInt32] {
        let chance = deal.chance.state
        var words = [
            Self.mark, UInt32(mode.rawValue),
            UInt32(truncatingIfNeeded: chance), UInt32(truncatingIfNeeded: chance >> 32),
            UInt32(deal.cards), UInt32(deal.gone.count),
        ]
        for card in deal.gone { words.append(UInt32(card)) }
        if mode.isTimed {
            words.append(UInt32(countdown?.length ?? 0))
            words.append(UInt32(countdown?.elapsed ?? 0))
        }
        if !mode.isGraded { words.append(UInt32(table.top)) }
        for step in steps { step.write(to: &words) }
        return words
    }

    /// Takes up a session that was kept; nil for anything that cannot have come of one under this engine.
    package init?(words: [UInt32]) {
        var rest = words[...]
        guard
            rest.popFirst() == Self.mark,
            let mode = rest.popFirst().flatMap({ UInt8(exactly: $0) }).flatMap(
                Mode.init(rawValue:)
            ),
            let low = rest.popFirst(),
            let high = rest.popFirst(),
            let cards = rest.popCount(upTo: Self.largestDeal),
            let goneCount = rest.popCount(upTo: cards)
        else { return nil }
        var gone: [Int] = []
        for _ in 0..<goneCount {
            guard let card = rest.popCount(upTo: cards - 1), card > gone.last ?? -1 else {
                return nil
            }
            gone.append(card)
        }
        var countdown: Countdown?
        if mode.isTimed {
            guard let length = rest.popFirst(), let elapsed = rest.popFirst() else { return nil }
            if (length, elapsed) != (0, 0) {
                countdown = Countdown(length: Int64(length), resumingAfter: Int64(elapsed))
                guard countdown != nil else { return nil }
            }
        }
        let place = mode.isGraded ? 0 : rest.popCount(upTo: Self.largestDeal)

        let chance = SplitMix64(seed: UInt64(high) << 32 | UInt64(low))
        self.init(mode, Deal(cards: cards, gone: gone, chance: chance), countdown: countdown)
        while !rest.isEmpty {
            guard let step = Step(from: &rest), take(step) else { return nil }
        }
        if !mode.isGraded {
            guard let place, turn(to: place) else { return nil }
        }
    }
}

extension ArraySlice<UInt32> {
    fileprivate mutating func popCount(upTo most: Int) -> Int? {
        guard let word = popFirst(), let count = Int(exactly: word), count <= most else {
            return nil
        }
        return count
    }

    fileprivate mutating func popMoment() -> Int64? {
        guard let low = popFirst(), let high = popFirst() else { return nil }
        return Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
    }
}

extension [UInt32] {
    fileprivate mutating func append(moment: Int64) {
        append(UInt32(truncatingIfNeeded: moment))
        append(UInt32(truncatingIfNeeded: moment >> 32))
    }
}

/// A step is one word, its kind in the lowest three bits; a moment adds its low and its high half.
extension Step {
    private enum Kind {
        static let answered: UInt32 = 0
        static let answeredToReturn: UInt32 = 1
        static let returned: UInt32 = 2
        static let retried: UInt32 = 3
        static let joined: UInt32 = 4
        static let left: UInt32 = 5
        static let joinedWaiting: UInt32 = 6
    }

    fileprivate func write(to words: inout [UInt32]) {
        switch self {
        case .answered(let grade, nil):
            words.append(UInt32(grade.rawValue) << 3 | Kind.answered)
        case .answered(let grade, let back?):
            words.append(UInt32(grade.rawValue) << 3 | Kind.answeredToReturn)
            words.append(moment: back)
        case .returned(let count): words.append(UInt32(count) << 3 | Kind.returned)
        case .retried: words.append(Kind.retried)
        case .joined(let count): words.append(UInt32(count) << 3 | Kind.joined)
        case .joinedWaiting(let moment):
            words.append(Kind.joinedWaiting)
            words.append(moment: moment)
        case .left(let card): words.append(UInt32(card) << 3 | Kind.left)
        }
    }

    fileprivate init?(from words: inout ArraySlice<UInt32>) {
        guard let word = words.popFirst() else { return nil }
        let number = word >> 3
        let grade = UInt8(exactly: number).flatMap(Grade.init(rawValue:))
        switch word & 7 {
        case Kind.answered:
            guard let grade else { return nil }
            self = .answered(grade, back: nil)
        case Kind.answeredToReturn:
            guard let grade, let back = words.popMoment() else { return nil }
            self = .answered(grade, back: back)
        case Kind.returned: self = .returned(Int(number))
        case Kind.retried where number == 0: self = .retried
        case Kind.joined: self = .joined(Int(number))
        case Kind.joinedWaiting where number == 0:
            guard let moment = words.popMoment() else { return nil }
            self = .joinedWaiting(until: moment)
        case Kind.left: self = .left(Int(number))
        default: return nil
        }
    }
}
