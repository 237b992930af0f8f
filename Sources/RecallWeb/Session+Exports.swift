import Recall

// The sitting. What the browser may call takes and gives numbers of 32 bits, but for moments: those are milliseconds in
// 64-bit floats, such as `Date.now()` gives. No number, however nonsensical, stops the module: what makes no sense is
// refused and changes nothing. Long lists go through the buffer (see there).
//
//   every mode   begin · card · isOver · answered · total · join · leave · save · restore
//   browse       next · previous
//   learn, quiz  answer · undo · remembered · missed · retry · round · startAgain; quiz also meanings · choices · judge
//   race         raceFor instead of begin · resume · pause · tick · secondsLeft · answer · undo · startAgain
//   review       joinUntil · answer · answerUntil · tick · nextReturn · waiting · undo, and the schedule's functions
//
// A page that turns a card over calls nothing. It calls `tick` once a second, and in review when `nextReturn` has come.
// `@_expose` is what keeps a function through the linker; the name given to `@c` only has to be unlike the C library's.

/// The session on the table.
///
/// A module runs in one thread, and a page makes a module of its own for each session.
nonisolated(unsafe) private(set) var session = Session(.learn, cards: 0, seed: 0)

// MARK: - Dealing

/// Deals `cards` cards; 0 if dealt, 1 for a mode that is none, 2 for a number of cards that cannot be dealt.
///
/// When nothing is dealt the session before stays as it was. Modes: 0 browse, 1 learn, 2 race (100 seconds), 3 review,
/// 4 quiz. Browse and review keep the order of the deal.
@_expose(wasm, "begin")
@c(recall_begin)
func begin(mode: Int32, cards: Int32, seedLow: UInt32, seedHigh: UInt32) -> Int32 {
    guard 0...Session.largestDeal ~= Int(cards) else { return 2 }
    guard let mode = UInt8(exactly: mode).flatMap(Mode.init(rawValue:)) else { return 1 }
    let countdown: Countdown? = mode == .race ? .usual : nil
    let seed = UInt64(seedHigh) << 32 | UInt64(seedLow)
    guard let dealt = Session(mode, cards: Int(cards), seed: seed, countdown: countdown) else {
        return 2
    }
    session = dealt
    return 0
}

/// Deals a race of 10 to 600 seconds, or without a clock for 0; returns as `begin` does, and 1 for another length.
@_expose(wasm, "raceFor")
@c(recall_race_for)
func race(seconds: Int32, cards: Int32, seedLow: UInt32, seedHigh: UInt32) -> Int32 {
    guard 0...Session.largestDeal ~= Int(cards) else { return 2 }
    let countdown = Countdown(seconds: Int(seconds))
    guard seconds == 0 || countdown != nil else { return 1 }
    let seed = UInt64(seedHigh) << 32 | UInt64(seedLow)
    guard let dealt = Session(.race, cards: Int(cards), seed: seed, countdown: countdown) else {
        return 2
    }
    session = dealt
    return 0
}

/// Deals all cards that are there afresh; 1 if dealt, 0 in browse and review.
@_expose(wasm, "startAgain")
@c(recall_start_again)
func startAgain() -> Int32 {
    session?.startAgain() == true ? 1 : 0
}

/// Begins a round of the missed cards; how many they are, or 0 when none was missed or the round is not over.
@_expose(wasm, "retry")
@c(recall_retry)
func retry() -> Int32 {
    Int32(session?.retry() ?? 0)
}

/// Lays so many more cards at the bottom, named with the next numbers; 1 if laid, 0 if they are too many.
@_expose(wasm, "join")
@c(recall_join)
func join(cards: Int32) -> Int32 {
    session?.join(Int(cards)) == true ? 1 : 0
}

/// Takes in one more card, which waits for its next step until a moment; 1 if taken in, else 0, as outside of review.
@_expose(wasm, "joinUntil")
@c(recall_join_until)
func join(waitingUntil moment: Double) -> Int32 {
    guard let moment = milliseconds(moment) else { return 0 }
    return session?.join(waitingUntil: moment) == true ? 1 : 0
}

/// Takes a card away for good: it was deleted, suspended, buried; 1 if taken away, 0 if it was not there.
@_expose(wasm, "leave")
@c(recall_leave)
func leave(card: Int32) -> Int32 {
    session?.leave(Int(card)) == true ? 1 : 0
}

// MARK: - Answering

/// The card that lies `depth` below the top, or −1 where there is none.
@_expose(wasm, "card")
@c(recall_card)
func card(depth: Int32) -> Int32 {
    Int32(session?.card(at: Int(depth)) ?? -1)
}

/// Grades the top card, 1 (again) to 4 (easy); 1 if taken, 0 without a card or with no such grade.
@_expose(wasm, "answer")
@c(recall_answer)
func answer(grade: Int32) -> Int32 {
    guard let grade = UInt8(exactly: grade).flatMap(Grade.init(rawValue:)) else { return 0 }
    return session?.answer(grade) == true ? 1 : 0
}

/// Grades the top card, which comes back in this session at a moment; as `answer`, and 0 outside of review.
@_expose(wasm, "answerUntil")
@c(recall_answer_until)
func answer(grade: Int32, until moment: Double) -> Int32 {
    guard
        let grade = UInt8(exactly: grade).flatMap(Grade.init(rawValue:)),
        let moment = milliseconds(moment)
    else { return 0 }
    return session?.answer(grade, back: moment) == true ? 1 : 0
}

/// Takes the last answer back; the card it was given to, or −1 when there was none to take back.
///
/// The card lies on top again, unless it has left. A race goes on only when it is resumed.
@_expose(wasm, "undo")
@c(recall_undo)
func undo() -> Int32 {
    Int32(session?.undo() ?? -1)
}

/// Shows the next card, in browse; 1, or 0 at the last one.
@_expose(wasm, "next")
@c(recall_next)
func next() -> Int32 {
    session?.next() == true ? 1 : 0
}

/// Shows the card before, in browse; 1, or 0 at the first one.
@_expose(wasm, "previous")
@c(recall_previous)
func previous() -> Int32 {
    session?.previous() == true ? 1 : 0
}

// MARK: - The score

/// How many answers of this round said that the card was remembered.
@_expose(wasm, "remembered")
@c(recall_remembered)
func remembered() -> Int32 {
    Int32(session?.remembered ?? 0)
}

/// How many answers of this round are given; in browse, how many cards lie before the one shown.
@_expose(wasm, "answered")
@c(recall_answered)
func answered() -> Int32 {
    Int32(session?.answered ?? 0)
}

/// How many answers this round has and still needs: in learn and quiz how many cards were dealt.
@_expose(wasm, "total")
@c(recall_total)
func total() -> Int32 {
    Int32(session?.total ?? 0)
}

/// How many answers of this round said that the card was not remembered: strikes.
@_expose(wasm, "missed")
@c(recall_missed)
func missed() -> Int32 {
    Int32(session?.missed ?? 0)
}

/// Which round this is, from 0.
@_expose(wasm, "round")
@c(recall_round)
func round() -> Int32 {
    Int32(session?.round ?? 0)
}

/// Whether no card takes an answer any more: 1 when none is left, none waits, or time is up, else 0.
@_expose(wasm, "isOver")
@c(recall_is_over)
func isOver() -> Int32 {
    session?.isOver == true ? 1 : 0
}

// MARK: - Time

/// Says what time it is; 1 when cards came back or the race has just run out, else 0.
///
/// When ticks fall out for longer than the page can explain, it was asleep: pause at the moment of the last tick, and
/// resume.
@_expose(wasm, "tick")
@c(recall_tick)
func tick(moment: Double) -> Int32 {
    guard let moment = milliseconds(moment) else { return 0 }
    return session?.tick(at: moment) == true ? 1 : 0
}

/// Lets the clock of a race run from a moment on; 1 if it runs, 0 without a clock, without cards or without time.
@_expose(wasm, "resume")
@c(recall_resume)
func resume(moment: Double) -> Int32 {
    guard let moment = milliseconds(moment) else { return 0 }
    return session?.resume(at: moment) == true ? 1 : 0
}

/// Lets the clock of a race stand from a moment on.
@_expose(wasm, "pause")
@c(recall_pause)
func pause(moment: Double) {
    if let moment = milliseconds(moment) { session?.pause(at: moment) }
}

/// How many seconds a race has left, as a clock shows them, or −1 without a clock.
@_expose(wasm, "secondsLeft")
@c(recall_seconds_left)
func secondsLeft() -> Int32 {
    Int32(session?.countdown?.secondsLeft ?? -1)
}

/// How many cards wait for their next step.
@_expose(wasm, "waiting")
@c(recall_waiting)
func waiting() -> Int32 {
    Int32(session?.waiting ?? 0)
}

/// When the first of them comes back, or no number; to bring it back at once, call `tick` with this moment.
@_expose(wasm, "nextReturn")
@c(recall_next_return)
func nextReturn() -> Double {
    session?.nextReturn.map { Double($0) } ?? .nan
}

// MARK: - Keeping

/// Lays the session into the buffer, to be kept and restored; how many words it is, or −1 if it does not fit.
@_expose(wasm, "save")
@c(recall_save)
func save() -> Int32 {
    let words = session?.words ?? []
    return buffer.write(words) ? Int32(words.count) : -1
}

/// Takes up the session in the first words of the buffer, its clock standing; 0 if taken up, 1 if it is none.
///
/// A session of another engine `version` is none. What was on the table stays there if nothing is taken up.
@_expose(wasm, "restore")
@c(recall_restore)
func restore(words: Int32) -> Int32 {
    guard
        let words = buffer.words(Int(words)),
        let restored = Session(words: words)
    else { return 1 }
    session = restored
    return 0
}

/// The version of the engine, which goes up whenever the same seed and answers lead somewhere else.
@_expose(wasm, "version")
@c(recall_version)
func version() -> Int32 {
    Int32(Engine.version)
}

/// A moment as a whole number of milliseconds; nil for what no clock shows.
func milliseconds(_ moment: Double) -> Int64? {
    guard abs(moment) <= 0x1p53 else { return nil }
    return Int64(moment.rounded(.down))
}
