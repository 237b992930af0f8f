internal import CMicrohttpd
internal import Glibc
internal import Threads

/// Carries a stream from the task that produces it to libmicrohttpd's thread.
///
/// The producer waits while the buffer is full, and the connection is suspended while it is empty.
///
/// `@unchecked Sendable`: `lock` protects everything that changes.
final class Pipe: @unchecked Sendable {
    private enum End {
        case finished
        case failed
    }

    private let lock = Lock()
    private let connection: OpaquePointer
    // Everything below is guarded by `lock`.
    private var chunks: [[UInt8]] = []
    private var offset = 0
    private var count = 0
    private var end: End?
    private var isGone = false
    private var isSuspended = false
    private var writer: CheckedContinuation<Bool, Never>?
    private var producer: Task<Void, Never>?

    private static let capacity = 64 << 10

    init(to connection: OpaquePointer) {
        self.connection = connection
    }

    /// Sets the task that writes into the pipe, so that it can be cancelled.
    func setProducer(_ task: Task<Void, Never>) {
        let isLate = lock.withLock {
            producer = task
            return isGone
        }
        if isLate { task.cancel() }
    }
}

// MARK: - For the producer

extension Pipe {
    func write(_ bytes: [UInt8]) async throws(ClientGone) {
        let isTaken = await withCheckedContinuation { continuation in
            let answer: Bool? = lock.withLock {
                precondition(writer == nil, "one write at a time")
                guard !isGone else { return false }
                guard !bytes.isEmpty else { return true }
                chunks.append(bytes)
                count += bytes.count
                wake()
                guard count > Self.capacity else { return true }
                writer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard isTaken else { throw ClientGone() }
    }

    func finish(isWhole: Bool) {
        lock.withLock {
            guard end == nil, !isGone else { return }
            end = isWhole ? .finished : .failed
            wake()
        }
    }

    func cancelProducer() {
        lock.withLock { producer }?.cancel()
    }

    /// Ends the stream because nobody reads it; the producer's next write throws.
    func hangUp() {
        let waiting = lock.withLock { () -> CheckedContinuation<Bool, Never>? in
            isGone = true
            wake()
            return takeWaiting()
        }
        waiting?.resume(returning: false)
        cancelProducer()
    }

    private func wake() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection)
    }

    private func takeWaiting() -> CheckedContinuation<Bool, Never>? {
        defer { writer = nil }
        return writer
    }
}

// MARK: - For libmicrohttpd

extension Pipe {
    /// Copies buffered bytes; suspends the connection when there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var waiting: CheckedContinuation<Bool, Never>?
        defer { waiting?.resume(returning: true) }
        return lock.withLock {
            guard !isGone else { return abort() }
            guard count > 0 else {
                switch end {
                case .finished: return omena_mhd_end_of_stream
                case .failed: return abort()
                case nil:
                    isSuspended = true
                    MHD_suspend_connection(connection)
                    return 0
                }
            }
            let copied = take(into: buffer)
            if count <= Self.capacity / 2 { waiting = takeWaiting() }
            return copied
        }
    }

    /// Nothing more will be read: the stream has been sent, or the client has disconnected.
    func close() {
        lock.withLock { isSuspended = false }
        hangUp()
    }

    /// Ends the connection so that no client takes the body for complete.
    ///
    /// libmicrohttpd loses track of a connection that ends with an error just after it was resumed. So its socket is shut
    /// down, which libmicrohttpd notices when it tries to send the last chunk.
    private func abort() -> Int {
        shutdown(omena_mhd_socket(connection), Int32(SHUT_RDWR))
        return omena_mhd_end_of_stream
    }

    private func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
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
