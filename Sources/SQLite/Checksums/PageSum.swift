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
        /// What the first page of the file ends in; nil if that is unknown.
        var first: PageChecksum?
        /// How many pages the file has at least.
        var pageCount = 0
    }

    private let state = Locked(State())

    /// - Parameter read: Reads what the first page ends in, how many pages there are, and the sum that the first page says;
    ///   no sum in an empty file.
    func open(
        isWriting: Bool,
        _ read: () -> (first: PageChecksum?, pageCount: Int, sum: UInt64?)
    ) {
        state.withLock { state in
            // While the state is locked, because another connection may be about to write the first page.
            let (first, pageCount, sum) = read()
            if isWriting {
                if state.writerCount == 0 { (state.first, state.pageCount) = (first, pageCount) }
                state.writerCount += 1
            }
            guard !state.isWriting, !state.isKnown else { return }
            state.isKnown = sum != 0
            // The sum of no page is zero.
            state.sum = sum.map { $0 == 1 ? 0 : $0 } ?? 0
        }
    }

    /// - Parameter store: Stores the sum, if it is known, in the first page, if that still ends in `first`.
    func close(isWriting: Bool, store: (_ sum: UInt64?, _ first: PageChecksum?) -> Void) {
        state.withLock { state in
            guard isWriting else { return }
            state.writerCount -= 1
            guard state.writerCount == 0 else { return }
            if state.isWriting { store(state.isKnown ? state.sum : nil, state.first) }
            state = State()
        }
    }

    /// - Parameter store: Says so in the first page, and returns what that ends in if it was written.
    func beginWriting(_ store: () -> (code: Int32, written: PageChecksum?)) -> Int32 {
        state.withLock { state in
            guard !state.isWriting else { return SQLITE_OK }
            let (code, written) = store()
            state.isWriting = code == SQLITE_OK
            if code != SQLITE_OK {
                state.first = nil
            } else if let written {
                state.first = written
            }
            return code
        }
    }

    /// - Parameter old: Only called if it matters.
    func replace(_ old: () -> UInt64, by new: UInt64) {
        state.withLock { state in
            if state.isKnown { state.sum ^= old() ^ new }
        }
    }

    /// After a write that failed, nobody knows what the page is.
    func didWrite(_ page: CheckedPage, isDone: Bool) {
        state.withLock { state in
            if page.isFirst { state.first = isDone ? page.stored : nil }
            if isDone {
                state.pageCount = max(state.pageCount, page.number + 1)
            } else {
                state.isKnown = false
            }
        }
    }

    func didTruncate(to pageCount: Int, isDone: Bool) {
        state.withLock { state in
            state.pageCount = isDone ? pageCount : 0
            if !isDone { state.isKnown = false }
        }
    }

    /// Whether a file with this first page and so many pages can be the one that was written.
    func isOfFile(first: PageChecksum?, pageCount: Int) -> Bool {
        state.withLock { state in
            (state.first == nil || state.first == first) && pageCount >= state.pageCount
        }
    }

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
