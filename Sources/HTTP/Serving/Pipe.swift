internal import CMicrohttpd
internal import Glibc
internal import Threads

/// Carries a stream from the task that produces it to libmicrohttpd's thread.
///
/// The producer waits while enough lies here, the connection is suspended while nothing does.
final class Pipe: @unchecked Sendable {
    private enum End {
        case finished
        case failed
    }

    private let lock = Lock()
    private let connection: OpaquePointer
    // All below is guarded by `lock`.
    private var chunks: [[UInt8]] = []
    private var offset = 0
    private var count = 0
    private var end: End?
    private var isGone = false
    private var isSuspended = false
    private var isWaitedFor: CheckedContinuation<Bool, Never>?
    private var producer: Task<Void, Never>?

    private static let capacity = 64 << 10

    init(to connection: OpaquePointer) {
        self.connection = connection
    }

    /// Makes the task known that fills the pipe.
    func isFilled(by task: Task<Void, Never>) {
        let isLate = lock.withLock {
            producer = task
            return isGone
        }
        if isLate { task.cancel() }
    }
}

// MARK: - The producer's side

extension Pipe {
    func write(_ bytes: [UInt8]) async throws(ClientGone) {
        let isTaken = await withCheckedContinuation { continuation in
            let answer: Bool? = lock.withLock {
                precondition(isWaitedFor == nil, "one write at a time")
                guard !isGone else { return false }
                guard !bytes.isEmpty else { return true }
                chunks.append(bytes)
                count += bytes.count
                wake()
                guard count > Self.capacity else { return true }
                isWaitedFor = continuation
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

    /// Asks the producer to come to an end.
    func cancelProducer() {
        lock.withLock { producer }?.cancel()
    }

    /// Ends the stream because nobody reads it; the producer learns it at its next write.
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
        defer { isWaitedFor = nil }
        return isWaitedFor
    }
}

// MARK: - libmicrohttpd's side

extension Pipe {
    /// Hands out what lies here; suspends the connection when nothing does.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var waiting: CheckedContinuation<Bool, Never>?
        defer { waiting?.resume(returning: true) }
        return lock.withLock {
            guard !isGone else { return breakOff() }
            guard count > 0 else {
                switch end {
                case .finished: return omena_mhd_end_of_stream
                case .failed: return breakOff()
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

    /// The client got all of it, or is gone: nothing will be read any more.
    func close() {
        lock.withLock { isSuspended = false }
        hangUp()
    }

    /// Ends the body in a way that no client takes for its end.
    ///
    /// libmicrohttpd loses sight of a connection that is told to end with an error just after it was resumed. So its
    /// socket is shut down, and it finds out by itself, when it tries to send the last chunk.
    private func breakOff() -> Int {
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
