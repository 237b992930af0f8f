internal import Glibc
internal import SQLite
internal import Threads

/// Which notes and cards were changed lately, for searches that keep what they found: only these have to be looked at again.
///
/// The connection that writes tells of each row. A note's words and tags count as the note, and what the log says of a card
/// stands with the card.
package final class ChangedRows: @unchecked Sendable {
    /// Some rows by their ids.
    struct Rows {
        var notes: Set<Int64> = []
        var cards: Set<Int64> = []

        var count: Int { notes.count + cards.count }
    }

    /// How many transactions had ended when a reader began: it sees at least what these changed.
    package struct Position {
        let changes: ChangedRows
        let number: Int
        /// Whether nobody else has changed the file since one of these ended; false too where somebody is just writing.
        let isAlone: () -> Bool

        /// What was changed since an earlier one, and perhaps in transactions that the reader does not see; nil where that
        /// is too much or not known.
        func rows(since earlier: Int) -> Rows? { changes.rows(since: earlier) }
    }

    private let lock = Lock()
    // Guarded by `lock`. Those of the transaction in hand; nil where they are too many.
    private var rows: Rows? = Rows()
    private var number = 0
    // Of transactions behind this one it is known what they changed.
    private var known = 0
    private var lately: [(number: Int, rows: Rows)] = []
    private var lateCount = 0

    /// More rows are not worth looking at one by one.
    private static let most = 500

    /// The place from which a reader goes on that is about to begin.
    func position(isAlone: @escaping () -> Bool) -> Position {
        lock.withLock { Position(changes: self, number: number, isAlone: isAlone) }
    }

    /// Takes note of a row of any table.
    func change(_ table: UnsafePointer<CChar>, _ row: Int64) {
        let isNote = strcmp(table, "note") == 0
        guard isNote || strcmp(table, "card") == 0 else { return }
        lock.withLock {
            guard var changed = rows.take() else { return }
            if isNote { changed.notes.insert(row) } else { changed.cards.insert(row) }
            rows = changed.count > Self.most ? nil : changed
        }
    }

    /// Says that a transaction has ended, whichever way.
    func endTransaction() {
        lock.withLock {
            defer { rows = Rows() }
            guard let rows else { return forgetAll() }
            number += 1
            guard rows.count > 0 else { return }
            lately.append((number, rows))
            lateCount += rows.count
            while lateCount > Self.most, let first = lately.first {
                lateCount -= first.rows.count
                known = first.number
                lately.removeFirst()
            }
        }
    }

    /// Says that nobody knows what was changed.
    func forget() { lock.withLock { forgetAll() } }

    private func forgetAll() {
        number += 1
        known = number
        (lately, lateCount) = ([], 0)
    }

    private func rows(since earlier: Int) -> Rows? {
        lock.withLock {
            guard earlier >= known else { return nil }
            var all = Rows()
            for (number, rows) in lately where number > earlier {
                all.notes.formUnion(rows.notes)
                all.cards.formUnion(rows.cards)
            }
            return all
        }
    }
}
