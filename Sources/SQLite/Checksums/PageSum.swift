import CSQLite
internal import Threads

/// What all connections to a database know of its pages: the exclusive or of their checksums, and how many were wrong.
final class PageSum: Sendable {
    private struct State {
        var writerCount = 0
        var isKnown = false
        var sum: UInt64 = 0
        /// Whether the first page says that somebody writes.
        var isWriting = false
        var wrongReads = 0
    }

    private let state = Locked(State())

    /// - Parameter stored: What the first page says, or nil in an empty file.
    func open(isWriting: Bool, stored: UInt64?) {
        state.withLock { state in
            if isWriting { state.writerCount += 1 }
            guard !state.isWriting, !state.isKnown else { return }
            state.isKnown = stored != 0
            // The sum of no page is zero.
            state.sum = stored.map { $0 == 1 ? 0 : $0 } ?? 0
        }
    }

    func close(isWriting: Bool, store: (UInt64?) -> Void) {
        state.withLock { state in
            guard isWriting else { return }
            state.writerCount -= 1
            guard state.writerCount == 0 else { return }
            if state.isWriting { store(state.isKnown ? state.sum : nil) }
            state = State()
        }
    }

    func beginWriting(_ store: () -> Int32) -> Int32 {
        state.withLock { state in
            guard !state.isWriting else { return SQLITE_OK }
            let code = store()
            state.isWriting = code == SQLITE_OK
            return code
        }
    }

    /// - Parameter old: Only called if it matters.
    func replace(_ old: () -> UInt64, by new: UInt64) {
        state.withLock { state in
            if state.isKnown { state.sum ^= old() ^ new }
        }
    }

    func forget() { state.withLock { $0.isKnown = false } }

    /// How many pages were read that are not as they were written.
    var wrongReads: Int { state.withLock { $0.wrongReads } }

    func countWrongRead() { state.withLock { $0.wrongReads += 1 } }

    /// Takes the pages as they are for right.
    func set(_ sum: UInt64) {
        state.withLock { state in
            state.wrongReads = 0
            state.isKnown = true
            state.sum = sum
        }
    }

    /// Whether the sum is right; the first one is right if none is known, because the program or the power failed.
    func agrees(with sum: UInt64) -> Bool {
        state.withLock { state in
            guard state.isKnown else {
                state.isKnown = true
                state.sum = sum
                return true
            }
            return state.sum == sum
        }
    }
}
