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
    private let today = Today()
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
        guard today.begins(day) else { return }
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

    /// Indexes what may have changed, in a thread of its own.
    ///
    /// Closing the library waits for one part at most.
    func noticeChange(in library: Library) {
        guard (try? library.needsIndexing()) == true, turn.begins() else { return }
        Thread.start { [lock, turn, report] in
            defer { turn.end() }
            do throws(LibraryError) {
                while let (library, visit) = lock.visit(isUse: false) {
                    let isMore = try library.indexNextPart()
                    withExtendedLifetime(visit) {}
                    guard isMore else { return }
                }
            } catch {
                report("indexing for searches: \(error)")
            }
        }
    }
}

/// The last day on which somebody was here.
private final class Today: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var day: Int?

    /// Whether this is the first look on that day.
    func begins(_ day: Int) -> Bool {
        lock.withLock {
            defer { self.day = day }
            return self.day != day
        }
    }
}

/// Lets one thread at a time index.
private final class Turn: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var isTaken = false

    func begins() -> Bool {
        lock.withLock {
            defer { isTaken = true }
            return !isTaken
        }
    }

    func end() { lock.withLock { isTaken = false } }
}
