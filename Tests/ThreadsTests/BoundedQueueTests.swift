import Testing
import Threads

struct BoundedQueueTests {
    private struct Failure: Error, Equatable { var number: Int }

    @Test func passesOnAllElementsInOrder() throws {
        var taken: [Int] = []

        try BoundedQueue.run(capacity: 2) { put in
            for number in 0..<1_000 { try put(number) }
        } _: { take in
            while let number = try take() { taken.append(number) }
        }

        #expect(taken == Array(0..<1_000))
    }

    @Test func throwsTheProducersErrorAfterItsElements() {
        var taken: [Int] = []

        #expect(throws: Failure(number: 3)) {
            try BoundedQueue.run(capacity: 2) { put in
                for number in 0..<3 { try put(number) }
                throw Failure(number: 3)
            } _: { take in
                while let number = try take() { taken.append(number) }
            }
        }

        #expect(taken == [0, 1, 2])
    }

    @Test func endsTheProducerWhenTheConsumerFails() {
        let hasEnded = Locked(false)

        #expect(throws: Failure(number: 5)) {
            try BoundedQueue.run(capacity: 2) { put in
                defer { hasEnded.withLock { $0 = true } }
                var number = 0
                while true {
                    try put(number)
                    number += 1
                }
            } _: { take in
                while let number = try take() {
                    if number == 5 { throw Failure(number: number) }
                }
            }
        }

        #expect(hasEnded.withLock { $0 })
    }

    /// Such as a temporary folder, which would outlive the program if it ended now.
    @Test func releasesWhatTheProducerCaptured() throws {
        for _ in 0..<2_000 {
            var captured: Captured? = Captured()
            weak let remaining = captured
            try BoundedQueue.run { [captured] put in
                try put(captured?.number ?? 0)
            } _: { take in
                while try take() != nil {}
            }

            captured = nil
            #expect(remaining == nil)
        }
    }

    private final class Captured: Sendable {
        let number = 1
    }
}
