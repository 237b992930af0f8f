import Recall

// What the browser may call. All numbers are 32 bits wide, and none of them, however nonsensical, stops the module.
// `@_expose` is what keeps a function through the linker; the name given to `@c` only has to be unlike the C library's.

/// The session on the table.
///
/// A module runs in one thread, and a page makes a module of its own for each session.
nonisolated(unsafe) private var session = Session(.learn, cards: 0, seed: 0)

/// Deals `cards` cards; 0 if dealt, 1 for a mode without rules here, 2 for a number of cards that cannot be dealt.
///
/// When nothing is dealt the session before stays as it was.
@_expose(wasm, "begin")
@c(recall_begin)
public func begin(mode: Int32, cards: Int32, seedLow: UInt32, seedHigh: UInt32) -> Int32 {
    guard 0...Session.largestDeal ~= Int(cards) else { return 2 }
    let seed = UInt64(seedHigh) << 32 | UInt64(seedLow)
    guard
        let mode = UInt8(exactly: mode).flatMap(Mode.init(rawValue:)),
        let dealt = Session(mode, cards: Int(cards), seed: seed)
    else { return 1 }
    session = dealt
    return 0
}

/// The card that lies `depth` below the top, or −1 where there is none.
@_expose(wasm, "card")
@c(recall_card)
public func card(depth: Int32) -> Int32 {
    Int32(session?.card(at: Int(depth)) ?? -1)
}

/// Grades the top card, 1 (again) to 4 (easy); 1 if taken, 0 without a card or with no such grade.
@_expose(wasm, "answer")
@c(recall_answer)
public func answer(grade: Int32) -> Int32 {
    guard let grade = UInt8(exactly: grade).flatMap(Grade.init(rawValue:)) else { return 0 }
    return session?.answer(grade) == true ? 1 : 0
}

/// Takes the last answer back; the card that lies on top again, or −1 when there was none to take back.
@_expose(wasm, "undo")
@c(recall_undo)
public func undo() -> Int32 {
    Int32(session?.undo() ?? -1)
}

/// Begins a round of the missed cards; how many they are, or 0 when none was missed or the round is not over.
@_expose(wasm, "retry")
@c(recall_retry)
public func retry() -> Int32 {
    Int32(session?.retry() ?? 0)
}

/// How many cards of this round were remembered.
@_expose(wasm, "remembered")
@c(recall_remembered)
public func remembered() -> Int32 {
    Int32(session?.remembered ?? 0)
}

/// How many cards of this round are answered.
@_expose(wasm, "answered")
@c(recall_answered)
public func answered() -> Int32 {
    Int32(session?.answered ?? 0)
}

/// How many cards were dealt in this round.
@_expose(wasm, "total")
@c(recall_total)
public func total() -> Int32 {
    Int32(session?.total ?? 0)
}

/// How many cards of this round were missed.
@_expose(wasm, "missed")
@c(recall_missed)
public func missed() -> Int32 {
    Int32(session?.missed ?? 0)
}

/// Which round this is, from 0.
@_expose(wasm, "round")
@c(recall_round)
public func round() -> Int32 {
    Int32(session?.round ?? 0)
}

/// The version of the engine, which goes up whenever the same seed and answers lead somewhere else.
@_expose(wasm, "version")
@c(recall_version)
public func version() -> Int32 {
    Int32(Engine.version)
}

/// e to the power of `x`.
@_expose(wasm, "exp")
@c(recall_exp)
public func exp(_ x: Double) -> Double {
    Double.exp(x)
}

/// The natural logarithm of `x`.
@_expose(wasm, "log")
@c(recall_log)
public func log(_ x: Double) -> Double {
    Double.log(x)
}

/// `x` to the power of `y`.
@_expose(wasm, "pow")
@c(recall_pow)
public func pow(_ x: Double, _ y: Double) -> Double {
    Double.pow(x, y)
}
