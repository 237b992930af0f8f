import Glibc
import Recall

/// The session as seen from the browser, implemented a second time: what `RecallWeb` has to return, also for invalid
/// arguments.
struct EngineModel {
    private var session = Session(.learn, cards: 0, seed: 0)
    private var items: [QuizItem] = []

    mutating func begin(mode: Int32, cards: Int32, low: UInt32, high: UInt32) -> Int32 {
        guard 0...10_000 ~= cards else { return 2 }
        guard 0...4 ~= mode, let mode = Mode(rawValue: UInt8(mode)) else { return 1 }
        let seed = UInt64(high) << 32 + UInt64(low)
        session =
            mode == .race
            ? Session(mode, cards: Int(cards), seed: seed, countdown: Countdown(seconds: 100))
            : Session(mode, cards: Int(cards), seed: seed)
        return 0
    }

    mutating func race(seconds: Int32, cards: Int32, low: UInt32, high: UInt32) -> Int32 {
        guard 0...10_000 ~= cards else { return 2 }
        guard seconds == 0 || 10...600 ~= seconds else { return 1 }
        let countdown = seconds == 0 ? nil : Countdown(seconds: Int(seconds))
        let seed = UInt64(high) << 32 + UInt64(low)
        session = Session(.race, cards: Int(cards), seed: seed, countdown: countdown)
        return 0
    }

    func card(_ depth: Int32) -> Int32 { session?.card(at: Int(depth)).map { Int32($0) } ?? -1 }

    mutating func answer(_ grade: Int32) -> Int32 {
        guard 1...4 ~= grade, let grade = Grade(rawValue: UInt8(grade)) else { return 0 }
        return bit(session?.answer(grade))
    }

    mutating func answer(_ grade: Int32, until moment: Double) -> Int32 {
        guard 1...4 ~= grade, let grade = Grade(rawValue: UInt8(grade)) else { return 0 }
        guard let moment = whole(moment) else { return 0 }
        return bit(session?.answer(grade, returningAt: moment))
    }

    mutating func undo() -> Int32 { session?.undo().map { Int32($0) } ?? -1 }
    mutating func retry() -> Int32 { Int32(session?.retry() ?? 0) }
    mutating func startAgain() -> Int32 { bit(session?.startAgain()) }
    mutating func join(_ cards: Int32) -> Int32 { bit(session?.addCards(Int(cards))) }
    mutating func join(until moment: Double) -> Int32 {
        whole(moment).map { bit(session?.addCard(waitingUntil: $0)) } ?? 0
    }

    mutating func leave(_ card: Int32) -> Int32 { bit(session?.removeCard(Int(card))) }
    mutating func next() -> Int32 { bit(session?.next()) }
    mutating func introduce() -> Int32 { bit(session?.introduce()) }
    func isIntroduced(_ card: Int32) -> Int32 { bit(session?.wasIntroduced(Int(card))) }
    mutating func previous() -> Int32 { bit(session?.previous()) }

    mutating func tick(_ moment: Double) -> Int32 {
        whole(moment).map { bit(session?.tick(at: $0)) } ?? 0
    }

    mutating func resume(_ moment: Double) -> Int32 {
        whole(moment).map { bit(session?.resume(at: $0)) } ?? 0
    }

    mutating func pause(_ moment: Double) {
        if let moment = whole(moment) { session?.pause(at: moment) }
    }

    /// The values that the page shows next to the cards.
    var score: [Int32] {
        guard let session else { return [] }
        let counts = [
            session.remembered, session.answered, session.total, session.missed, session.round,
            session.isOver ? 1 : 0, session.countdown?.secondsLeft ?? -1, session.waiting,
        ]
        return counts.map { Int32($0) }
    }

    var nextReturn: Double { session?.nextReturn.map { Double($0) } ?? .nan }

    func save() -> [UInt32] { session?.serialized ?? [] }

    mutating func restore(_ words: [UInt32]) -> Int32 {
        guard let restored = Session(serialized: words) else { return 1 }
        session = restored
        return 0
    }

    /// Three words per card.
    mutating func setQuizItems(_ words: [UInt32]) {
        items = stride(from: 0, to: words.count, by: 3).map {
            QuizItem(kind: words[$0], question: words[$0 + 1], answer: words[$0 + 2])
        }
    }

    func choices(_ card: Int32) -> [UInt32] {
        session?.choices(for: Int(card), among: items).map { UInt32($0) } ?? []
    }

    private func bit(_ isTrue: Bool?) -> Int32 { isTrue == true ? 1 : 0 }

    private func whole(_ moment: Double) -> Int64? {
        moment.magnitude <= 9_007_199_254_740_992 ? Int64(moment.rounded(.down)) : nil
    }
}
