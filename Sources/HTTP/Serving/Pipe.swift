internal import CMicrohttpd
internal import Threads

/// Carries a stream from the task that produces it to libmicrohttpd's thread.
///
/// The producer waits while the buffer is full, and the connection is suspended while it is empty.
final class Pipe: Sendable {
    private enum End {
        case finished
        case failed
    }

    private struct State {
        var buffer = ChunkBuffer()
        var end: End?
        var isGone = false
        var isSuspended = false
        var writer: CheckedContinuation<Bool, Never>?
        var producer: Task<Void, Never>?

        mutating func takeWriter() -> CheckedContinuation<Bool, Never>? {
            defer { writer = nil }
            return writer
        }
    }

    private let connection: ClientConnection
    private let state = Locked(State())

    private static let capacity = 64 << 10

    /// - Parameter connection: Releases the pipe when the response ends.
    init(to connection: ClientConnection) {
        self.connection = connection
    }

    /// Sets the task that writes into the pipe, so that it can be cancelled.
    func setProducer(_ task: Task<Void, Never>) {
        let isLate = state.withLock { state in
            state.producer = task
            return state.isGone
        }
        if isLate { task.cancel() }
    }
}

// MARK: - For the producer

extension Pipe {
    func write(_ bytes: [UInt8]) async throws(ClientGone) {
        let isTaken = await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                precondition(state.writer == nil, "one write at a time")
                guard !state.isGone else { return false }
                guard !bytes.isEmpty else { return true }
                state.buffer.append(bytes)
                wake(&state)
                guard state.buffer.count > Self.capacity else { return true }
                state.writer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard isTaken else { throw ClientGone() }
    }

    func finish(isWhole: Bool) {
        state.withLock { state in
            guard state.end == nil, !state.isGone else { return }
            state.end = isWhole ? .finished : .failed
            wake(&state)
        }
    }

    func cancelProducer() {
        state.withLock { $0.producer }?.cancel()
    }

    /// Ends the stream because nobody reads it; the producer's next write throws.
    func hangUp() {
        let writer = state.withLock { state in
            state.isGone = true
            wake(&state)
            return state.takeWriter()
        }
        writer?.resume(returning: false)
        cancelProducer()
    }

    private func wake(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        MHD_resume_connection(connection.handle)
    }
}

// MARK: - For libmicrohttpd

extension Pipe {
    /// Copies buffered bytes; suspends the connection when there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var writer: CheckedContinuation<Bool, Never>?
        defer { writer?.resume(returning: true) }
        return state.withLock { state in
            guard !state.isGone else { return abort() }
            guard state.buffer.count > 0 else {
                switch state.end {
                case .finished: return omena_mhd_end_of_stream
                case .failed: return abort()
                case nil:
                    state.isSuspended = true
                    MHD_suspend_connection(connection.handle)
                    return 0
                }
            }
            let copied = state.buffer.copy(to: buffer)
            if state.buffer.count <= Self.capacity / 2 { writer = state.takeWriter() }
            return copied
        }
    }

    /// Nothing more will be read: the stream has been sent, or the client has disconnected.
    func close() {
        state.withLock { $0.isSuspended = false }
        hangUp()
    }

    /// Ends the connection so that no client takes the body for complete.
    ///
    /// libmicrohttpd loses track of a connection that ends with an error just after it was resumed. So its socket is shut
    /// down, which libmicrohttpd notices when it tries to send the last chunk.
    private func abort() -> Int {
        connection.shutDown()
        return omena_mhd_end_of_stream
    }
}

/// Bytes in the order of their arrival.
private struct ChunkBuffer {
    private(set) var count = 0
    private var chunks: [[UInt8]] = []
    /// How much of the first chunk has been copied.
    private var offset = 0

    mutating func append(_ bytes: [UInt8]) {
        chunks.append(bytes)
        count += bytes.count
    }

    /// Copies and removes as many bytes as fit, and returns how many.
    mutating func copy(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        var used = 0
        while filled < buffer.count, used < chunks.count {
            let chunk = chunks[used][offset...]
            let part = chunk.prefix(buffer.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            filled += part.count
            offset += part.count
            if part.count == chunk.count {
                used += 1
                offset = 0
            }
        }
        chunks.removeFirst(used)
        count -= filled
        return filled
    }
}
