internal import Threads

/// Slows down who guesses: after some wrong tries each further one has to wait, twice as long each time.
///
/// Whoever is right has no wait from then on. Times are those of a clock that nobody can set.
package final class TryLimit<Key: Hashable & Sendable>: Sendable {
    private struct Tries {
        var wrong = 0
        /// The end of the wait.
        var until = Duration.zero
        var last = Duration.zero
    }

    private let free: Int
    private let tries = Locked<[Key: Tries]>([:])

    private static var longestWait: Duration { .seconds(900) }
    /// Wrong tries are forgotten after a day.
    private static var memory: Duration { .seconds(86_400) }
    private static var mostKeys: Int { 100_000 }

    /// - Parameter free: How many wrong tries have no consequence.
    package init(free: Int) { self.free = free }

    /// How long to wait before the next try, which this does not count; nil if it may be made now.
    package func wait(_ key: Key, at now: Duration) -> Duration? {
        tries.withLock { $0[key] }.flatMap { $0.until > now ? $0.until - now : nil }
    }

    /// How many keys have wrong tries.
    package var count: Int { tries.withLock { $0.count } }

    /// Counts a try as wrong until `succeed` is called; nil if it may be made, else how long to wait.
    package func begin(_ key: Key, at now: Duration) -> Duration? {
        tries.withLock { all in
            if all.count >= Self.mostKeys { all = all.filter { $0.value.until > now } }
            var tries = all[key] ?? Tries()
            if now - tries.last > Self.memory { tries = Tries() }
            guard tries.until <= now else { return tries.until - now }
            tries.wrong += 1
            tries.last = now
            let over = tries.wrong - free
            if over >= 0 {
                tries.until = now + min(.seconds(5 << min(over, 20)), Self.longestWait)
            }
            all[key] = tries
            return nil
        }
    }

    package func succeed(_ key: Key) { tries.withLock { $0[key] = nil } }

    /// The last try was right, which says nothing of those before it.
    package func takeBack(_ key: Key) {
        tries.withLock { all in
            guard var tries = all[key] else { return }
            tries.wrong -= 1
            tries.until = .zero
            all[key] = tries.wrong > 0 ? tries : nil
        }
    }
}
