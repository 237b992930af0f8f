import Testing
import Threads

struct ConveyorTests {
    private struct Failure: Error, Equatable { var number: Int }

    @Test func carriesAllInOrder() throws {
        var taken: [Int] = []

        try Conveyor.run(room: 2) { put in
            for number in 0..<1_000 { try put(number) }
        } _: { take in
            while let number = try take() { taken.append(number) }
        }

        #expect(taken == Array(0..<1_000))
    }

    @Test func throwsWhatTheMakerThrewAfterAllThatItPutDown() {
        var taken: [Int] = []

        #expect(throws: Failure(number: 3)) {
            try Conveyor.run(room: 2) { put in
                for number in 0..<3 { try put(number) }
                throw Failure(number: 3)
            } _: { take in
                while let number = try take() { taken.append(number) }
            }
        }

        #expect(taken == [0, 1, 2])
    }

    @Test func endsTheMakerWhenNobodyWantsMore() {
        let ended = Ended()

        #expect(throws: Failure(number: 5)) {
            try Conveyor.run(room: 2) { put in
                defer { ended.end() }
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

        #expect(ended.isEnded)
    }
}

/// Whether a maker came to its end; written before and read after its thread has.
private final class Ended: @unchecked Sendable {
    private(set) var isEnded = false

    func end() { isEnded = true }
}
