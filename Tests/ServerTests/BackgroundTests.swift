import Glibc
import Testing
import Threads

@testable import Server

struct BackgroundTests {
    /// How much the kernel favours other threads over this one; the first 0 is `PRIO_PROCESS`.
    private static var niceness: Int32 { getpriority(0, 0) }

    @Test func whatNobodyWaitsForGetsOnlyTheTimeThatOthersLeave() {
        let background = Background(sharing: WorkQueue(threads: 1))
        let found = Locked<[Int32]>([])
        let expected = [Self.niceness, max(10, Self.niceness)]

        background.perform { found.withLock { $0.append(Self.niceness) } }
        found.withLock(when: { $0.count == 1 }) { _ in }
        background.performLast { found.withLock { $0.append(Self.niceness) } }

        #expect(found.withLock(when: { $0.count == 2 }) { $0 } == expected)
    }
}
