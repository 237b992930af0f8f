internal import Threads

/// Caches, for all readers of a library, figures that today's answers don't change.
final class FigureCache: Sendable {
    private struct Entry {
        let value: any Sendable
        /// How many transactions had ended when it was known to be right; some later ones may be included.
        var number: Int
    }

    private let entries = Locked<[String: Entry]>([:])

    private static let most = 32

    func discard() { entries.withLock { $0 = [:] } }

    /// The value of `compute`, or the same from before if nothing that it was computed from has changed.
    ///
    /// - Parameters:
    ///   - key: Tells the value from others.
    ///   - hasChanged: Whether what it is computed from may have changed since an earlier position.
    fileprivate func value<Value: Sendable>(
        _ key: String,
        for reader: borrowing Reader,
        hasChanged: (ChangedRows.Position, _ since: Int) -> Bool,
        _ compute: () throws -> Value
    ) throws -> Value {
        guard let position = try reader.settledPosition() else { return try compute() }
        if let entry = entries.withLock({ $0[key] }), let value = entry.value as? Value,
            !hasChanged(position, min(entry.number, position.number))
        {
            keep(value, key, position.number)
            return value
        }
        let value = try compute()
        keep(value, key, position.number)
        return value
    }

    private func keep(_ value: some Sendable, _ key: String, _ number: Int) {
        entries.withLock { entries in
            if entries[key] == nil, entries.count >= Self.most { entries = [:] }
            entries[key] = Entry(value: value, number: number)
        }
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
        try figures("past \(key)", compute) { $0.haveTalliesChanged(before: day, since: $1) }
    }

    /// What `compute` reads from notes alone; it is kept until one of them changes.
    ///
    /// - Parameter key: Tells it from other values.
    package func noteFigures<Value: Sendable>(
        _ key: String,
        _ compute: () throws -> Value
    ) throws -> Value {
        try figures("notes \(key)", compute) { $0.haveNotesChanged(since: $1) }
    }

    private func figures<Value: Sendable>(
        _ key: String,
        _ compute: () throws -> Value,
        hasChanged: (ChangedRows.Position, _ since: Int) -> Bool
    ) throws -> Value {
        guard let figureCache else { return try compute() }
        return try figureCache.value(key, for: self, hasChanged: hasChanged, compute)
    }
}
