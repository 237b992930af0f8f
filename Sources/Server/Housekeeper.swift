public import Library
import Notes
import Recall
import Threads

/// Has the library kept in order once on every day on which somebody uses it.
public final class Housekeeper: Sendable {
    private let clock: Clock
    private let report: @Sendable (String) -> Void
    private let today = Today()

    /// `report` is told, in one line, what could not be done.
    public init(clock: Clock, report: @escaping @Sendable (String) -> Void) {
        self.clock = clock
        self.report = report
    }

    /// Somebody is here: on the first call of a day the work is begun, in a thread of its own.
    public func notice(_ library: Library) {
        let day = DayBoundary(rollover: 4).day(of: clock.now().milliseconds, offset: clock.offset())
        guard today.begins(day) else { return }
        Thread.start { [report] in
            do throws(LibraryError) {
                try library.keepHouse()
            } catch {
                report("the daily backup and tidying up: \(error)")
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
