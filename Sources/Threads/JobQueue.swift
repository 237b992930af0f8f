/// A first-in, first-out queue of jobs: a ring buffer that grows by doubling.
struct JobQueue {
    private var ring: [UnownedJob?] = Array(repeating: nil, count: 64)
    private var head = 0
    private(set) var count = 0

    mutating func append(_ job: UnownedJob) {
        if count == ring.count { grow() }
        ring[(head + count) & (ring.count - 1)] = job
        count += 1
    }

    mutating func popFirst() -> UnownedJob? {
        guard count > 0 else { return nil }
        defer {
            ring[head] = nil
            head = (head + 1) & (ring.count - 1)
            count -= 1
        }
        return ring[head]
    }

    private mutating func grow() {
        ring =
            Array(ring[head...]) + Array(ring[..<head]) + Array(repeating: nil, count: ring.count)
        head = 0
    }
}
