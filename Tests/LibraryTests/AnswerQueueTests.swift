import LibraryValues
import Notes
import Recall
import Testing
import Threads

@testable import Library

/// Answers that arrive while others are being written share the next transaction, and no one's fault is another's.
struct AnswerQueueTests {
    private let queue = AnswerQueue()
    /// The sizes of the transactions, in order.
    private let transactions = Locked<[Int]>([])
    private let outcomes = Locked<[Int64: Result<[Receipt], LibraryError>]>([:])

    private func batch(_ number: Int64) -> AnswerQueue.Batch {
        AnswerQueue.Batch([], at: Moment(milliseconds: number))
    }

    private func record(
        _ number: Int64,
        by write: ([AnswerQueue.Batch]) throws(LibraryError) -> [[Receipt]]
    ) {
        let outcome = Result { () throws(LibraryError) in
            try queue.record(batch(number)) { batches throws(LibraryError) in
                transactions.withLock { $0.append(batches.count) }
                return try write(batches)
            }
        }
        outcomes.withLock { $0[number] = outcome }
    }

    /// Records batch 0, and batches 1 to `count` while that is being written.
    private func recordTogether(
        _ count: Int64,
        by write: @escaping @Sendable ([AnswerQueue.Batch]) throws(LibraryError) -> [[Receipt]]
    ) {
        let isWriting = Locked(false)
        let first = Thread {
            record(0) { batches throws(LibraryError) in
                isWriting.withLock { $0 = true }
                queue.waiting.withLock(when: { $0.count == count }) { _ in }
                return try write(batches)
            }
        }
        isWriting.withLock(when: { $0 }) { _ in }
        let others = (1...count).map { number in Thread { record(number, by: write) } }
        for thread in [first] + others { thread.join() }
    }

    @Test func whatWaitsIsWrittenTogether() {
        recordTogether(5) { batches in
            batches.map { $0.moment.milliseconds == 3 ? [.known] : [.stored] }
        }

        #expect(transactions.withLock { $0 } == [1, 5])
        for (number, outcome) in outcomes.withLock({ $0 }) {
            #expect((try? outcome.get()) == (number == 3 ? [.known] : [.stored]))
        }
    }

    @Test func whatFailsIsWrittenAlone() {
        recordTogether(4) { batches throws(LibraryError) in
            if batches.contains(where: { $0.moment.milliseconds == 2 }) { throw .unavailable }
            return batches.map { _ in [.stored] }
        }

        #expect(transactions.withLock { $0 } == [1, 4, 1, 1, 1, 1])
        for (number, outcome) in outcomes.withLock({ $0 }) {
            #expect((try? outcome.get()) == (number == 2 ? nil : [.stored]))
        }
    }

    @Test func answersOfManyThreadsAreAllStoredOnce() throws {
        let fresh = try FreshLibrary()
        let library = fresh.library
        let deal = try #require(try library.deal(.browse, Source(deck: "First words")))
        let answers = (1...160).map { fresh.answer($0, to: deal.cards[Int($0) % 20]) }
        let receipts = Locked<[Receipt]>([])
        let threads = (0..<8).map { thread in
            Thread {
                for answer in answers[(thread * 20)..<(thread + 1) * 20] {
                    let stored = try? library.record([answer, answer])
                    receipts.withLock { $0 += stored ?? [] }
                }
            }
        }
        for thread in threads { thread.join() }

        let all = receipts.withLock { $0 }
        #expect(all.count == 320)
        #expect(all.count { $0 == .stored } == 160 && all.count { $0 == .known } == 160)
        #expect(try library.check().findings == [])
    }
}
