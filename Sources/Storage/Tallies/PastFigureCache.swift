internal import Threads

/// Caches, for all readers of a library, what was computed from the tallies of past days, which today's answers don't change.
final class PastFigureCache: Sendable {
    private struct Entry {
        let value: any Sendable
        /// How many transactions had ended when it was computed; some later ones may be included.
        let number: Int
    }

    private let entries = Locked<[String: Entry]>([:])

    private static let most = 16

    func discard() { entries.withLock { $0 = [:] } }

    /// The value of `compute`, or the same from before if no tally that it was computed from has changed.
    ///
    /// - Parameters:
    ///   - key: Tells the value from others, also those of other days.
    ///   - day: All days that it is computed from are before this one.
    fileprivate func value<Value: Sendable>(
        _ key: String,
        before day: Int,
        for reader: borrowing Reader,
        _ compute: () throws -> Value
    ) throws -> Value {
        guard let position = try reader.settledPosition() else { return try compute() }
        if let entry = entries.withLock({ $0[key] }),
            !position.haveTalliesChanged(before: day, since: min(entry.number, position.number)),
            let value = entry.value as? Value
        {
            return value
        }
        let value = try compute()
        entries.withLock { entries in
            if entries[key] == nil, entries.count >= Self.most { entries = [:] }
            entries[key] = Entry(value: value, number: position.number)
        }
        return value
    }
}

extension Reader {
    /// What `compute` reads from tallies of days before `day`; it is kept until one of these tallies changes.
    ///
    /// - Parameter key: Tells it from other values, also those of other days.
    package func pastFigures<Value: Sendable>(
        _ key: String,
        before day: Int,
        _ compute: () throws -> Value
    ) throws -> Value {
        guard let pastFigureCache else { return try compute() }
        return try pastFigureCache.value(key, before: day, for: self, compute)
    }
}
