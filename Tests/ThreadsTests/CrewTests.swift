import Testing
import Threads

struct CrewTests {
    @Test(arguments: [1, 2, 3, 8])
    func doesEveryPartOnce(size: Int) {
        let crew = Crew(size: size)
        let lock = Lock()
        nonisolated(unsafe) var done: [Int] = []

        for count in [0, 1, 2, 7, 100] {
            done = []
            crew.run(count) { part in lock.withLock { done.append(part) } }

            #expect(done.sorted() == Array(0..<count))
        }
    }

    @Test func lendsTheBodyOnlyUntilItReturns() {
        let crew = Crew(size: 4)
        nonisolated(unsafe) let sums = UnsafeMutablePointer<Int>.allocate(capacity: 64)
        defer { sums.deallocate() }

        for round in 0..<2000 {
            crew.run(64) { part in sums[part] = part * round }

            #expect((0..<64).allSatisfy { sums[$0] == $0 * round })
        }
    }
}
