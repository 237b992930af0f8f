import Testing
import Threads

struct MillTests {
    private struct Failure: Error, Equatable { var number: Int }

    @Test(arguments: [1, 2, 5]) func handsOnInOrder(size: Int) throws {
        var taken: [Int] = []

        try Mill.run(size: size) { put in
            for number in 0..<1_000 { try put(number) }
        } make: { worker, number in
            #expect(worker < size)
            return number * 2
        } use: { (number: Int) in
            taken.append(number)
        }

        #expect(taken == (0..<1_000).map { $0 * 2 })
    }

    @Test func throwsInTheOrderOfTheThings() {
        var taken: [Int] = []

        #expect(throws: Failure(number: 30)) {
            try Mill.run(size: 4) { put in
                for number in 0..<1_000 { try put(number) }
            } make: { _, number in
                if number >= 30 { throw Failure(number: number) }
                return number
            } use: { (number: Int) in
                taken.append(number)
            }
        }

        #expect(taken == Array(0..<30))
    }

    @Test func nobodyWorksAfterAnError() {
        let work = Work()

        #expect(throws: Failure(number: 5)) {
            try Mill.run(size: 3) { put in
                for number in 0..<1_000 { try put(number) }
            } make: { _, number in
                work.lock.withLock { work.count += 1 }
                defer { work.lock.withLock { work.count -= 1 } }
                return number
            } use: { (number: Int) in
                if number == 5 { throw Failure(number: number) }
            }
        }

        #expect(work.count == 0)
    }
}

private final class Work: @unchecked Sendable {
    let lock = Lock()
    /// Guarded by `lock`.
    var count = 0
}
