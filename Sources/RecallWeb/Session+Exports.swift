import Recall

// The session. All exported functions take and return 32-bit numbers, except for moments, which are milliseconds as 64-bit
// floats, as returned by `Date.now()`. No argument, however invalid, traps: it is refused and changes nothing. Long lists
// are passed through the buffer (see there).
//
//   every mode   begin · card · isOver · answered · total · join · leave · save · restore
//   browse       next · previous
//   learn, quiz  answer · undo · remembered · missed · retry · round · startAgain; quiz also meanings · choices · judge
//   race         raceFor instead of begin · resume · pause · tick · secondsLeft · answer · undo · startAgain
//   review       joinUntil · introduce · isIntroduced · answer · answerUntil · tick · nextReturn · waiting · undo, and the schedule's functions
//
// Turning a card over requires no call. A page calls `tick` once a second, and in review at `nextReturn`.
// `@_expose` is what keeps the linker from removing a function; the name given to `@c` only has to differ from those of
// the C library.

/// The current session.
///
/// A module runs in one thread, and a page creates a module for each session.
nonisolated(unsafe) private(set) var session = Session(.learn, cards: 0, seed: 0)

// MARK: - Dealing

/// Starts a session of `cards` cards; 0 on success, 1 for an invalid mode, 2 for an invalid number of cards.
///
/// Otherwise the previous session is kept. Modes: 0 browse, 1 learn, 2 race (100 seconds), 3 review, 4 quiz. Browse and
/// review keep the order of the cards.
@_expose(wasm, "begin")
@c(recall_begin)
func begin(mode: Int32, cards: Int32, seedLow: UInt32, seedHigh: UInt32) -> Int32 {
    guard 0...Session.maximumCards ~= Int(cards) else { return 2 }
    guard let mode = UInt8(exactly: mode).flatMap(Mode.init(rawValue:)) else { return 1 }
    return start(mode, cards, seedLow, seedHigh, mode == .race ? .standard : nil)
}

/// Starts a race of 10 to 600 seconds, or of unlimited time for 0; returns as `begin` does, and 1 for another length.
@_expose(wasm, "raceFor")
@c(recall_race_for)
func race(seconds: Int32, cards: Int32, seedLow: UInt32, seedHigh: UInt32) -> Int32 {
    guard 0...Session.maximumCards ~= Int(cards) else { return 2 }
    let countdown = Countdown(seconds: Int(seconds))
    guard seconds == 0 || countdown != nil else { return 1 }
    return start(.race, cards, seedLow, seedHigh, countdown)
}

private func start(
    _ mode: Mode,
    _ cards: Int32,
    _ seedLow: UInt32,
    _ seedHigh: UInt32,
    _ countdown: Countdown?
) -> Int32 {
    let seed = UInt64(seedHigh) << 32 | UInt64(seedLow)
    guard let started = Session(mode, cards: Int(cards), seed: seed, countdown: countdown) else {
        return 2
    }
    session = started
    return 0
}

/// Deals all present cards again; 1 on success, 0 in browse and review.
@_expose(wasm, "startAgain")
@c(recall_start_again)
func startAgain() -> Int32 {
    session?.startAgain() == true ? 1 : 0
}

/// Begins a round of the missed cards; returns their number, or 0 if none was missed or the round is not over.
@_expose(wasm, "retry")
@c(recall_retry)
func retry() -> Int32 {
    Int32(session?.retry() ?? 0)
}

/// Adds cards with the next numbers at the bottom; 1 on success, 0 if they are too many.
@_expose(wasm, "join")
@c(recall_join)
func addCards(_ cards: Int32) -> Int32 {
    session?.addCards(Int(cards)) == true ? 1 : 0
}

/// Adds a card that waits for its next step until a moment; 1 on success, else 0, as in other modes than review.
@_expose(wasm, "joinUntil")
@c(recall_join_until)
func addCard(waitingUntil moment: Double) -> Int32 {
    guard let moment = milliseconds(moment) else { return 0 }
    return session?.addCard(waitingUntil: moment) == true ? 1 : 0
}

/// Removes a card for good because it was deleted, suspended or buried; 1 on success, 0 if it is unknown.
@_expose(wasm, "leave")
@c(recall_leave)
func removeCard(_ card: Int32) -> Int32 {
    session?.removeCard(Int(card)) == true ? 1 : 0
}

// MARK: - Answering

/// The card `depth` positions below the top, or −1 if there is none.
@_expose(wasm, "card")
@c(recall_card)
func card(depth: Int32) -> Int32 {
    Int32(session?.card(at: Int(depth)) ?? -1)
}

/// Grades the top card, 1 (again) to 4 (easy); 1 on success, 0 without a card or for an invalid grade.
@_expose(wasm, "answer")
@c(recall_answer)
func answer(grade: Int32) -> Int32 {
    guard let grade = UInt8(exactly: grade).flatMap(Grade.init(rawValue:)) else { return 0 }
    return session?.answer(grade) == true ? 1 : 0
}

/// Grades the top card, which returns in this session at a moment; as `answer`, and 0 in other modes than review.
@_expose(wasm, "answerUntil")
@c(recall_answer_until)
func answer(grade: Int32, until moment: Double) -> Int32 {
    guard
        let grade = UInt8(exactly: grade).flatMap(Grade.init(rawValue:)),
        let moment = milliseconds(moment)
    else { return 0 }
    return session?.answer(grade, returningAt: moment) == true ? 1 : 0
}

/// Records that the top card was shown with its answer, and moves it a few cards down; 1 on success, else 0.
@_expose(wasm, "introduce")
@c(recall_introduce)
func introduce() -> Int32 {
    session?.introduce() == true ? 1 : 0
}

/// 1 if the card was introduced in this session, else 0.
@_expose(wasm, "isIntroduced")
@c(recall_is_introduced)
func isIntroduced(_ card: Int32) -> Int32 {
    session?.wasIntroduced(Int(card)) == true ? 1 : 0
}

/// Reverts the last answer; returns its card, or −1 if there is nothing to undo.
///
/// The card is on top again, unless it has been removed. A race continues only after `resume`.
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

/// Shows the previous card, in browse; 1, or 0 at the first one.
@_expose(wasm, "previous")
@c(recall_previous)
func previous() -> Int32 {
    session?.previous() == true ? 1 : 0
}

// MARK: - The score

/// The right answers of this round.
@_expose(wasm, "remembered")
@c(recall_remembered)
func remembered() -> Int32 {
    Int32(session?.remembered ?? 0)
}

/// The answers given in this round; in browse, the number of cards before the one shown.
@_expose(wasm, "answered")
@c(recall_answered)
func answered() -> Int32 {
    Int32(session?.answered ?? 0)
}

/// The answers given in this round plus those still needed; in learn and quiz, the number of cards dealt.
@_expose(wasm, "total")
@c(recall_total)
func total() -> Int32 {
    Int32(session?.total ?? 0)
}

/// The wrong answers of this round: strikes.
@_expose(wasm, "missed")
@c(recall_missed)
func missed() -> Int32 {
    Int32(session?.missed ?? 0)
}

/// The number of this round, from 0.
@_expose(wasm, "round")
@c(recall_round)
func round() -> Int32 {
    Int32(session?.round ?? 0)
}

/// Whether no card accepts an answer any more: 1 if none is left or waiting, or if time is up, else 0.
@_expose(wasm, "isOver")
@c(recall_is_over)
func isOver() -> Int32 {
    session?.isOver == true ? 1 : 0
}

// MARK: - Time

/// Passes the current time; 1 if cards returned or the race has just expired, else 0.
///
/// If ticks were missing for longer than the page can explain, the device was asleep: pause at the moment of the last tick,
/// and resume.
@_expose(wasm, "tick")
@c(recall_tick)
func tick(moment: Double) -> Int32 {
    guard let moment = milliseconds(moment) else { return 0 }
    return session?.tick(at: moment) == true ? 1 : 0
}

/// Starts the clock of a race; 1 if it runs, 0 without a clock, without cards or when time is up.
@_expose(wasm, "resume")
@c(recall_resume)
func resume(moment: Double) -> Int32 {
    guard let moment = milliseconds(moment) else { return 0 }
    return session?.resume(at: moment) == true ? 1 : 0
}

/// Stops the clock of a race.
@_expose(wasm, "pause")
@c(recall_pause)
func pause(moment: Double) {
    if let moment = milliseconds(moment) { session?.pause(at: moment) }
}

/// The seconds left in a race, as a clock shows them, or −1 without a clock.
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

/// When the first waiting card returns, or NaN; calling `tick` with this moment returns it at once.
@_expose(wasm, "nextReturn")
@c(recall_next_return)
func nextReturn() -> Double {
    session?.nextReturn.map { Double($0) } ?? .nan
}

// MARK: - Storing

/// Writes the session to the buffer, to be stored and restored; returns the number of words, or −1 if it does not fit.
@_expose(wasm, "save")
@c(recall_save)
func save() -> Int32 {
    let words = session?.serialized ?? []
    return buffer.write(words) ? Int32(words.count) : -1
}

/// Restores the session in the first words of the buffer, its clock paused; 0 on success, 1 for invalid words.
///
/// Words from another engine `version` are invalid. On failure the current session is kept.
@_expose(wasm, "restore")
@c(recall_restore)
func restore(words: Int32) -> Int32 {
    guard
        let words = buffer.words(Int(words)),
        let restored = Session(serialized: words)
    else { return 1 }
    session = restored
    return 0
}

/// The version of the engine, which changes whenever the same seed and answers lead to a different session.
@_expose(wasm, "version")
@c(recall_version)
func version() -> Int32 {
    Int32(Engine.version)
}

/// A moment as a whole number of milliseconds; nil if it is outside ±2⁵³.
func milliseconds(_ moment: Double) -> Int64? {
    guard abs(moment) <= 0x1p53 else { return nil }
    return Int64(moment.rounded(.down))
}
