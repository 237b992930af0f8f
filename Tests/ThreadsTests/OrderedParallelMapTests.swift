import Testing
import Threads

struct OrderedParallelMapTests {
    private struct Failure: Error, Equatable { var number: Int }

    @Test(arguments: [1, 2, 5]) func consumesInOrder(size: Int) throws {
        var taken: [Int] = []

        try OrderedParallelMap.run(size: size) { put in
            for number in 0..<1_000 { try put(number) }
        } transform: { worker, number in
            #expect(worker < size)
            return number * 2
        } consume: { (number: Int) in
            taken.append(number)
        }

        #expect(taken == (0..<1_000).map { $0 * 2 })
    }

    @Test func throwsInTheOrderOfTheInputs() {
        var taken: [Int] = []

        #expect(throws: Failure(number: 30)) {
            try OrderedParallelMap.run(size: 4) { put in
                for number in 0..<1_000 { try put(number) }
            } transform: { _, number in
                if number >= 30 { throw Failure(number: number) }
                return number
            } consume: { (number: Int) in
                taken.append(number)
            }
        }

        #expect(taken == Array(0..<30))
    }

    @Test func hasNoThreadAtWorkAfterAnError() {
        let running = Locked(0)

        #expect(throws: Failure(number: 5)) {
            try OrderedParallelMap.run(size: 3) { put in
                for number in 0..<1_000 { try put(number) }
            } transform: { _, number in
                running.withLock { $0 += 1 }
                defer { running.withLock { $0 -= 1 } }
                return number
            } consume: { (number: Int) in
                if number == 5 { throw Failure(number: number) }
            }
        }

        #expect(running.withLock { $0 } == 0)
    }
}
