import Recall

/// The session as the browser sees it, said once more: what `RecallWeb` must answer, nonsense included.
struct Table {
    private var session: Session?

    mutating func begin(mode: Int32, cards: Int32, low: UInt32, high: UInt32) -> Int32 {
        guard (0...10_000).contains(cards) else { return 2 }
        guard mode == 1 else { return 1 }
        session = Session(.learn, cards: Int(cards), seed: UInt64(high) << 32 + UInt64(low))
        return 0
    }

    func card(_ depth: Int32) -> Int32 {
        session?.card(at: Int(depth)).map { Int32($0) } ?? -1
    }

    mutating func answer(_ grade: Int32) -> Int32 {
        guard 1...4 ~= grade, let grade = Grade(rawValue: UInt8(grade)) else { return 0 }
        return session?.answer(grade) == true ? 1 : 0
    }

    mutating func undo() -> Int32 {
        session?.undo().map { Int32($0) } ?? -1
    }

    mutating func retry() -> Int32 {
        Int32(session?.retry() ?? 0)
    }

    /// Remembered, answered, total, missed, round.
    var score: [Int32] {
        guard let session else { return [0, 0, 0, 0, 0] }
        return [
            session.remembered, session.answered, session.total, session.missed, session.round,
        ].map { Int32($0) }
    }
}
