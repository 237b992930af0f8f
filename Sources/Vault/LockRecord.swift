internal import Sodium

/// The history of a library's lock, and the number of consecutive failed attempts.
///
/// It is stored unencrypted beside the key file, because most of it is written while the key is unavailable. It contains the
/// times and kinds of keys, but nothing about the library's content.
package struct LockRecord: Hashable, Sendable {
    /// The latest last.
    package private(set) var events: [LockEvent] = []
    /// The number of failed attempts with guessable keys since the last success.
    package private(set) var failures = 0
    /// The time of the last failure, in milliseconds since 1970.
    package private(set) var lastFailure: Int64 = 0

    /// The maximum number of failed attempts and of other events, counted separately so that neither displaces the other.
    package static let maximumCount = 200
    /// How many attempts may fail before there is a wait.
    package static let freeTries = 5
    /// The maximum wait in seconds.
    package static let longestWait = 15 * 60
    private static let shortestWait = 5

    package init() {}

    /// The wait before the next attempt in seconds; doubles with each failure.
    package func wait(at moment: Int64) -> Int {
        guard failures >= Self.freeTries else { return 0 }
        let doublings = min(failures - Self.freeTries, 16)
        let pause = min(Self.shortestWait << doublings, Self.longestWait)
        // Not negative, even if the clock was set back.
        let passed = max(0, (moment - lastFailure) / 1000)
        return passed >= pause ? 0 : pause - Int(passed)
    }

    /// Counts an attempt before it is made, so that killing the program during it gains nothing.
    package mutating func beginTry(at moment: Int64) {
        failures += 1
        lastFailure = moment
    }

    /// Resets the count after a success.
    package mutating func forgetTries() { forgetTries(as: LockRecord()) }

    /// Restores the count of an attempt that turned out not to be one.
    mutating func forgetTries(as before: LockRecord) {
        failures = before.failures
        lastFailure = before.lastFailure
    }

    /// Moves the last failure back if the clock was set back, so that the wait starts again but is not longer than before.
    package mutating func adjustToClock(at moment: Int64) { lastFailure = min(lastFailure, moment) }

    /// Adds an event and removes the oldest if there are too many.
    package mutating func add(_ event: LockEvent) {
        events.append(event)
        let alike = events.indices.filter {
            (events[$0].kind == .refused) == (event.kind == .refused)
        }
        if alike.count > Self.maximumCount { events.remove(at: alike[0]) }
    }
}

extension LockRecord {
    private static let mark = "Omena lock record 1"

    /// A line for the failures, followed by one for each event.
    var text: String {
        var lines = [Self.mark, "\(failures) \(lastFailure)"]
        lines += events.map { event in
            let slot = event.slot.map { Hexadecimal.text(of: $0.bytes) }
            let words = ["\(event.moment)", event.kind.rawValue, event.means?.rawValue ?? "-"]
            return (words + [slot ?? "-"]).joined(separator: " ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parses what `text` writes; unreadable lines are skipped.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.first.map({ $0 == Self.mark }) == true else { return }
        for (index, line) in lines.dropFirst().prefix(2 * Self.maximumCount + 1).enumerated() {
            let words = line.split(separator: " ")
            if index == 0 {
                guard words.count == 2, let failures = Int(words[0]), failures >= 0,
                    let moment = Int64(words[1])
                else { continue }
                self.failures = failures
                lastFailure = moment
            } else if words.count == 4, let moment = Int64(words[0]),
                let kind = LockEvent.Kind(rawValue: String(words[1]))
            {
                let means = LockEvent.Means(rawValue: String(words[2]))
                let slot = Hexadecimal.bytes(of: words[3]).flatMap {
                    $0.count == KeySlotID.size ? KeySlotID(bytes: $0) : nil
                }
                add(LockEvent(kind, at: moment, means: means, slot: slot))
            }
        }
    }
}
