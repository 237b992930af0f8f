internal import Threads

/// The memory that the bodies of requests take, over all connections.
///
/// When it is used up, the network whose bodies take the most loses the one that has been arriving longest: those of honest
/// clients arrive soon. So nobody can keep out the bodies of others.
final class BodyMemory: Sendable {
    private struct Body {
        let network: Peer
        /// All but the last have `chunkSize` bytes.
        var chunks: [[UInt8]] = [[]]
        /// How many bytes have arrived; they count until the request is answered.
        var count = 0
        var isArriving = true
    }

    private struct State {
        /// By their numbers, of which later bodies have greater ones.
        var bodies: [Int: Body] = [:]
        var lastNumber = 0
        var count = 0
        /// Chunks of lost bodies for others: freed, they could be reused only by threads of the same heap.
        var spare: [[UInt8]] = []

        mutating func append(_ bytes: UnsafeRawBufferPointer, to number: Int) {
            guard var body = bodies.removeValue(forKey: number) else { return }
            defer { bodies[number] = body }
            body.count += bytes.count
            count += bytes.count
            var rest = bytes[...]
            while !rest.isEmpty {
                if body.chunks[body.chunks.count - 1].count == BodyMemory.chunkSize {
                    body.chunks.append(newChunk())
                }
                let last = body.chunks.count - 1
                let part = rest.prefix(BodyMemory.chunkSize - body.chunks[last].count)
                body.chunks[last].append(contentsOf: UnsafeRawBufferPointer(rebasing: part))
                rest = rest.dropFirst(part.count)
            }
        }

        private mutating func newChunk() -> [UInt8] {
            if let chunk = spare.popLast() { return chunk }
            var chunk: [UInt8] = []
            chunk.reserveCapacity(BodyMemory.chunkSize)
            return chunk
        }

        mutating func remove(_ number: Int) {
            guard var body = bodies.removeValue(forKey: number) else { return }
            count -= body.count
            // Each is moved, because emptying a chunk that is also elsewhere would copy it.
            while body.chunks.count > 1, var chunk = body.chunks.popLast() {
                chunk.removeAll(keepingCapacity: true)
                spare.append(chunk)
            }
            if count == 0 { spare = [] }
        }

        var oldestOfHeaviest: Int? {
            let weights = bodies.values.reduce(into: [:]) {
                $0[$1.network, default: 0] += $1.count
            }
            let arriving = bodies.filter { $0.value.isArriving }
            return arriving.map { (weights[$1.network] ?? 0, -$0) }.max { $0 < $1 }.map { -$1 }
        }
    }

    private static let chunkSize = 64 << 10

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Begins a body, and returns its number.
    func begin(of network: Peer) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.bodies[state.lastNumber] = Body(network: network)
            return state.lastNumber
        }
    }

    /// Appends to a body; false if it has been lost to others.
    func append(_ piece: UnsafeRawBufferPointer, to number: Int) -> Bool {
        state.withLock { state in
            state.append(piece, to: number)
            while state.count > limit, let oldest = state.oldestOfHeaviest { state.remove(oldest) }
            return state.bodies[number] != nil
        }
    }

    /// Takes out the bytes of a body, which can no longer be lost; nil if it has been.
    func finish(_ number: Int) -> [UInt8]? {
        let body = state.withLock { state in
            state.bodies[number]?.isArriving = false
            defer { state.bodies[number]?.chunks = [] }
            return state.bodies[number]
        }
        guard let body else { return nil }
        guard body.chunks.count > 1 else { return body.chunks[0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count)
        for chunk in body.chunks { bytes += chunk }
        return bytes
    }

    /// Ends a body, whose bytes take no memory from then on.
    func end(_ number: Int) {
        state.withLock { $0.remove(number) }
    }
}

/// A body in memory, which counts until it is ended, or until the last reference to it is gone.
final class HeldBody: Sendable {
    private let memory: BodyMemory
    private let number: Int

    init(in memory: BodyMemory, of network: Peer) {
        self.memory = memory
        number = memory.begin(of: network)
    }

    deinit { end() }

    /// Appends a piece; false if the memory is needed for others.
    func append(_ piece: UnsafeRawBufferPointer) -> Bool { memory.append(piece, to: number) }

    /// Takes out the bytes; nil if the memory was needed for others.
    func finish() -> [UInt8]? { memory.finish(number) }

    /// Lets others have the memory.
    func end() { memory.end(number) }
}
