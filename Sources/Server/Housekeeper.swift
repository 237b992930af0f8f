import Library
import Notes
import Recall
import Threads
import Vault

/// Has the library kept in order once on every day on which somebody uses it, and searches catch up with what came.
final class Maintenance: Sendable {
    private let lock: LibraryLock
    private let clock: Clock
    private let report: @Sendable (String) -> Void
    /// The last day on which the library was used.
    private let lastDay = Locked<Int?>(nil)
    private let turn = Turn()

    /// `report` is told, in one line, what could not be done.
    init(_ lock: LibraryLock, clock: Clock, report: @escaping @Sendable (String) -> Void) {
        self.lock = lock
        self.clock = clock
        self.report = report
    }

    /// Somebody is here: on the first call of a day the work is begun, in a thread of its own.
    func notice(_ library: Library) {
        let day = DayBoundary(rollover: 4).day(of: clock.now().milliseconds, offset: clock.offset())
        let isFirstUse = lastDay.withLock { lastDay in
            defer { lastDay = day }
            return lastDay != day
        }
        guard isFirstUse else { return }
        noticeChange(in: library)
        Thread.start { self.keepHouse(of: library) }
    }

    /// Backs the library up and tidies it; what closes it meanwhile ends that, and is no fault.
    func keepHouse(of library: Library) {
        do throws(LibraryError) {
            try library.keepHouse()
        } catch {
            guard lock.state == .open else { return }
            report("the daily backup and tidying up: \(error)")
        }
    }

    /// Something may have come that searches have yet to hear of: they catch up, in a thread of their own.
    ///
    /// Whoever closes the library waits for one part at most.
    func noticeChange(in library: Library) {
        guard (try? library.isBehind()) == true, turn.begins() else { return }
        Thread.start { [lock, turn, report] in
            defer { turn.end() }
            do throws(LibraryError) {
                while let (library, visit) = lock.visit(isUse: false) {
                    let isMore = try library.catchUp()
                    withExtendedLifetime(visit) {}
                    guard isMore else { return }
                }
            } catch {
                report("making what searches need: \(error)")
            }
        }
    }

    /// Returns when searches that are catching up have done so; who waits keeps no thread.
    func isDone() async { await turn.isOver() }
}

/// Only one task may hold this at a time; others can wait until it ends.
private struct Turn: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func begins() -> Bool {
        state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
    }

    func end() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns at the end of the turn, or at once where nobody has it.
    func isOver() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock {
                if $0.isTaken { $0.waiting.append(continuation) }
                return $0.isTaken
            }
            if !mustWait { continuation.resume() }
        }
    }
}
