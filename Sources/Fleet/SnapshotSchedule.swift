internal import Threads

/// When a library is stored as a whole, so that its log does not become too long.
///
/// Where that fails it is tried again after a minute, and after waits that double each time, because each try may send the whole
/// library.
struct SnapshotSchedule {
    private var slots: Int64 = 0
    private var bytes = 0
    private var isUnderWay = false
    private var failures = 0
    private var earliest = Instant(nanoseconds: 0)

    private static let mostSlots: Int64 = 20_000
    private static let mostBytes = 8 << 20
    private static let shortestWait = Duration.seconds(60)
    private static let longestWait = Duration.seconds(3_600)

    /// Sets how much the log has after the last snapshot.
    mutating func restart(slots: Int64 = 0, bytes: Int = 0) {
        (self.slots, self.bytes) = (slots, bytes)
    }

    /// Counts a slot that was appended.
    mutating func add(bytes: Int) {
        slots += 1
        self.bytes += bytes
    }

    /// Whether to make a snapshot now; if so, `end` has to be called afterwards.
    mutating func begin(at now: Instant) -> Bool {
        let isDue = slots >= Self.mostSlots || bytes >= Self.mostBytes
        guard isDue, !isUnderWay, earliest <= now else { return false }
        isUnderWay = true
        return true
    }

    mutating func end(at now: Instant, succeeded: Bool) {
        isUnderWay = false
        guard !succeeded else {
            failures = 0
            return
        }
        earliest = now + min(Self.shortestWait * (1 << min(failures, 10)), Self.longestWait)
        failures += 1
    }
}
