/// A session as 32-bit words, to be stored and restored at any point.
///
/// Marker and engine version · mode · random generator, low and high half · number of cards · number of removed cards, and
/// each of them · in a race, the countdown's length and elapsed milliseconds (0 and 0 without one) · in browse, the
/// position · the events. Words that no session can have written are rejected, so that writing what was read always gives
/// the same words.
extension Session {
    private static let marker: UInt32 = 0x4f6d << 16 | UInt32(Engine.version)

    /// The stored form; a running clock is restored as paused at its last tick.
    package var serialized: [UInt32] {
        let random = start.random.state
        var words = [
            Self.marker, UInt32(mode.rawValue),
            UInt32(truncatingIfNeeded: random), UInt32(truncatingIfNeeded: random >> 32),
            UInt32(start.cardCount), UInt32(start.removedCards.count),
        ]
        for card in start.removedCards { words.append(UInt32(card)) }
        if mode.isTimed {
            words.append(UInt32(countdown?.length ?? 0))
            words.append(UInt32(countdown?.elapsed ?? 0))
        }
        if !mode.isGraded { words.append(UInt32(state.top)) }
        for event in events { event.write(to: &words) }
        return words
    }

    /// Restores a stored session; nil for words that no session of this engine version can have written.
    package init?(serialized words: [UInt32]) {
        var rest = words[...]
        guard
            rest.popFirst() == Self.marker,
            let mode = rest.popFirst().flatMap({ UInt8(exactly: $0) }).flatMap(
                Mode.init(rawValue:)
            ),
            let low = rest.popFirst(),
            let high = rest.popFirst(),
            let cardCount = rest.popCount(upTo: Self.maximumCards),
            let removedCount = rest.popCount(upTo: cardCount)
        else { return nil }
        var removedCards: [Int] = []
        for _ in 0..<removedCount {
            guard let card = rest.popCount(upTo: cardCount - 1), card > removedCards.last ?? -1
            else { return nil }
            removedCards.append(card)
        }
        var countdown: Countdown?
        if mode.isTimed {
            guard let length = rest.popFirst(), let elapsed = rest.popFirst() else { return nil }
            if (length, elapsed) != (0, 0) {
                countdown = Countdown(storedLength: Int64(length), elapsed: Int64(elapsed))
                guard countdown != nil else { return nil }
            }
        }
        let position = mode.isGraded ? 0 : rest.popCount(upTo: Self.maximumCards)

        let start = SessionStart(
            cardCount: cardCount,
            removedCards: removedCards,
            random: SplitMix64(seed: UInt64(high) << 32 | UInt64(low))
        )
        self.init(mode, start, countdown: countdown)
        while !rest.isEmpty {
            guard let event = SessionEvent(from: &rest), apply(event) else { return nil }
        }
        if !mode.isGraded {
            guard let position, show(position) else { return nil }
        }
    }
}

extension ArraySlice<UInt32> {
    fileprivate mutating func popCount(upTo maximum: Int) -> Int? {
        guard let word = popFirst(), let count = Int(exactly: word), count <= maximum else {
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

/// An event takes one word, its kind in the lowest three bits; a moment adds its low and its high half.
extension SessionEvent {
    private enum Kind {
        static let answered: UInt32 = 0
        static let answeredToReturn: UInt32 = 1
        static let returned: UInt32 = 2
        static let retried: UInt32 = 3
        static let added: UInt32 = 4
        static let removed: UInt32 = 5
        static let addedWaiting: UInt32 = 6
        static let introduced: UInt32 = 7
    }

    fileprivate func write(to words: inout [UInt32]) {
        switch self {
        case .answered(let grade, nil):
            words.append(UInt32(grade.rawValue) << 3 | Kind.answered)
        case .answered(let grade, let moment?):
            words.append(UInt32(grade.rawValue) << 3 | Kind.answeredToReturn)
            words.append(moment: moment)
        case .returned(let count): words.append(UInt32(count) << 3 | Kind.returned)
        case .retried: words.append(Kind.retried)
        case .added(let count): words.append(UInt32(count) << 3 | Kind.added)
        case .addedWaiting(let moment):
            words.append(Kind.addedWaiting)
            words.append(moment: moment)
        case .introduced(let card): words.append(UInt32(card) << 3 | Kind.introduced)
        case .removed(let card): words.append(UInt32(card) << 3 | Kind.removed)
        }
    }

    fileprivate init?(from words: inout ArraySlice<UInt32>) {
        guard let word = words.popFirst() else { return nil }
        let number = word >> 3
        let grade = UInt8(exactly: number).flatMap(Grade.init(rawValue:))
        switch word & 7 {
        case Kind.answered:
            guard let grade else { return nil }
            self = .answered(grade, returningAt: nil)
        case Kind.answeredToReturn:
            guard let grade, let moment = words.popMoment() else { return nil }
            self = .answered(grade, returningAt: moment)
        case Kind.returned: self = .returned(Int(number))
        case Kind.retried where number == 0: self = .retried
        case Kind.added: self = .added(Int(number))
        case Kind.addedWaiting where number == 0:
            guard let moment = words.popMoment() else { return nil }
            self = .addedWaiting(until: moment)
        case Kind.introduced: self = .introduced(Int(number))
        case Kind.removed: self = .removed(Int(number))
        default: return nil
        }
    }
}
