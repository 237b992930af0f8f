internal import Glibc
internal import Threads

/// Records which notes and cards recent transactions changed, so that cached search results are updated and not discarded.
///
/// It also records from which day on they changed tallies, and whether any changed what is to be indexed.
/// The writing connection reports each row. New words or tags are reported as a change of the note, and a new event updates
/// the row of its card, so these two tables are enough.
package final class ChangedRows: Sendable {
    /// IDs of notes and cards.
    struct Rows {
        var notes: Set<Int64> = []
        var cards: Set<Int64> = []

        var count: Int { notes.count + cards.count }
    }

    /// How many transactions had ended when a reader began; its snapshot has at least their changes.
    package struct Position {
        let changes: ChangedRows
        let number: Int
        /// Whether no other program has changed the file since the last of these; also false while it is being written.
        let isAlone: () -> Bool

        /// What was changed since an earlier position, perhaps including transactions that the reader doesn't see; nil if
        /// it is too much or unknown.
        func rows(since earlier: Int) -> Rows? {
            changes.state.withLock { $0.rows(since: earlier) }
        }

        /// Whether tallies of a day before `day` may have changed since an earlier position.
        func haveTalliesChanged(before day: Int, since earlier: Int) -> Bool {
            changes.state.withLock { $0.haveTalliesChanged(before: day, since: earlier) }
        }
    }

    fileprivate struct State {
        /// Those of the running transaction; nil if there are too many.
        var pending: Rows? = Rows()
        /// How many transactions have ended.
        var number = 0
        /// The last transaction whose changes are unknown, as are those of all before it.
        var lastUnknown = 0
        var recent: [(number: Int, rows: Rows)] = []
        var recentCount = 0
        /// The earliest day whose tallies the running transaction changed.
        var pendingTallyDay: Int?
        /// From which day on each transaction changed tallies; an entry is dropped once a later one covers its days.
        var tallyChanges: [(day: Int, number: Int)] = []
        /// The last transaction at which everything recorded was forgotten.
        var lastForgotten = 0
        /// Whether the running transaction has changed what is to be indexed, and how many have or may have.
        var isIndexingPending = false
        var indexingNumber = 0
        /// At which number nothing was left to index.
        var lastIndexed: Int?

        var isIndexed: Bool { lastIndexed == indexingNumber }
    }

    private let state = Locked(State())

    /// With more rows, searching again is faster than looking at each.
    fileprivate static let limit = 500

    /// Call before the reader's transaction begins.
    func position(isAlone: @escaping () -> Bool) -> Position {
        Position(changes: self, number: state.withLock { $0.number }, isAlone: isAlone)
    }

    func record(_ row: Int64, in table: UnsafePointer<CChar>) {
        let isNote = strcmp(table, "note") == 0
        guard isNote || strcmp(table, "card") == 0 else {
            if strcmp(table, "note_search_change") == 0 || strcmp(table, "index_to_make") == 0 {
                state.withLock { $0.isIndexingPending = true }
            }
            return
        }
        state.withLock { state in
            if isNote {
                state.pending?.notes.insert(row)
            } else {
                state.pending?.cards.insert(row)
            }
            if let pending = state.pending, pending.count > Self.limit { state.pending = nil }
        }
    }

    /// Call in a transaction that has changed tallies, of a day and perhaps of later ones.
    func recordTallies(from day: Int) {
        state.withLock { $0.pendingTallyDay = min(day, $0.pendingTallyDay ?? day) }
    }

    /// Whether the running transaction can leave out what refreshes the index.
    var isIndexed: Bool {
        state.withLock { $0.isIndexed && !$0.isIndexingPending }
    }

    /// Whether something is to be indexed; calls `read`, which looks into the file, only if that may have changed.
    func needsIndexing(_ read: () throws -> Bool) rethrows -> Bool {
        // Before `read` takes its snapshot, so that a later change is noticed.
        let number = state.withLock { $0.isIndexed ? nil : $0.indexingNumber }
        guard let number else { return false }
        if try read() { return true }
        state.withLock { $0.lastIndexed = number }
        return false
    }

    /// Call when a transaction has been committed or rolled back.
    func endTransaction() { state.withLock { $0.endTransaction() } }

    /// Call when the file was changed by something that doesn't report it.
    func forget() { state.withLock { $0.forget() } }
}

extension ChangedRows.State {
    fileprivate mutating func endTransaction() {
        defer { pending = .init() }
        if isIndexingPending { indexingNumber += 1 }
        isIndexingPending = false
        let tallyDay = pendingTallyDay
        pendingTallyDay = nil
        guard let rows = pending else { return forget() }
        number += 1
        if let tallyDay {
            tallyChanges.removeAll { $0.day >= tallyDay }
            tallyChanges.append((tallyDay, number))
        }
        guard rows.count > 0 else { return }
        recent.append((number, rows))
        recentCount += rows.count
        while recentCount > ChangedRows.limit, let first = recent.first {
            recentCount -= first.rows.count
            lastUnknown = first.number
            recent.removeFirst()
        }
    }

    fileprivate mutating func forget() {
        number += 1
        (lastUnknown, lastForgotten) = (number, number)
        indexingNumber += 1
        (recent, recentCount, tallyChanges) = ([], 0, [])
    }

    fileprivate func haveTalliesChanged(before day: Int, since earlier: Int) -> Bool {
        earlier < lastForgotten || tallyChanges.contains { $0.day < day && $0.number > earlier }
    }

    fileprivate func rows(since earlier: Int) -> ChangedRows.Rows? {
        guard earlier >= lastUnknown else { return nil }
        var all = ChangedRows.Rows()
        for (number, rows) in recent where number > earlier {
            all.notes.formUnion(rows.notes)
            all.cards.formUnion(rows.cards)
        }
        return all
    }
}
