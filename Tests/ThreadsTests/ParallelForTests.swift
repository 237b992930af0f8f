import Testing
import Threads

struct ParallelForTests {
    @Test(arguments: [1, 2, 3, 8])
    func runsEveryIterationOnce(size: Int) {
        let loop = ParallelFor(size: size)

        for count in [0, 1, 2, 7, 100] {
            let done = Locked<[Int]>([])
            loop.run(count) { index in done.withLock { $0.append(index) } }

            #expect(done.withLock { $0.sorted() } == Array(0..<count))
        }
    }

    @Test func doesNotUseTheBodyAfterItReturns() {
        let loop = ParallelFor(size: 4)
        nonisolated(unsafe) let sums = UnsafeMutablePointer<Int>.allocate(capacity: 64)
        defer { sums.deallocate() }

        for round in 0..<2000 {
            loop.run(64) { index in sums[index] = index * round }

            #expect((0..<64).allSatisfy { sums[$0] == $0 * round })
        }
    }
}
