internal import Glibc
internal import Threads

/// Bytes on their way from one thread to another that may be slower: what does not fit into memory lies in a temporary file, so
/// that the first thread never waits for the second.
final class Spool: Sendable {
    private struct State {
        var waiting: [[UInt8]] = []
        var waitingBytes = 0
        /// The part of the file that was not read yet; it follows what is waiting.
        var stored = 0..<0
        /// Set when nothing more will come.
        var end: Result<Void, any Error>?
        var isCancelled = false
        /// The task that waits for bytes and keeps no thread meanwhile.
        var reader: CheckedContinuation<Void, Never>?

        var hasNext: Bool { !waiting.isEmpty || !stored.isEmpty || end != nil }

        mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }
    }

    private enum Next {
        case bytes([UInt8])
        case stored(Range<Int>)
        case end
    }

    private let path: String
    private let file: Int32
    private let state = Locked(State())
    private let mostWaiting: Int

    private static let mostBytesAtOnce = 1 << 20

    /// - Parameters:
    ///   - path: A new file, which is deleted at once and goes when this object does.
    ///   - mostWaiting: How many bytes wait in memory.
    init(path: String, mostWaiting: Int = 32 << 20) throws(LibraryError) {
        self.path = path
        self.mostWaiting = mostWaiting
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Disk.failure(path, errno) }
        unlink(path)
    }

    deinit { close(file) }

    /// Throws when nobody will read the bytes; only one thread may append.
    func append(_ bytes: [UInt8]) throws {
        let isTaken = try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            guard state.stored.isEmpty, state.waitingBytes < mostWaiting else { return false }
            state.waiting.append(bytes)
            state.waitingBytes += bytes.count
            return true
        }
        if !isTaken {
            try bytes.withUnsafeBytes { try Disk.write($0, to: file, path: path) }
            state.withLock { $0.stored = $0.stored.lowerBound..<$0.stored.upperBound + bytes.count }
        }
        wakeReader()
    }

    func finish(with end: Result<Void, any Error>) {
        state.withLock { $0.end = end }
        wakeReader()
    }

    private func wakeReader() { state.withLock { $0.takeReader() }?.resume() }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Returns once `next` need not wait, and keeps no thread meanwhile; only one task may wait.
    func waitForNext() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                precondition(state.reader == nil, "one reader at a time")
                if !state.hasNext { state.reader = continuation }
                return state.hasNext
            }
            if isThere { continuation.resume() }
        }
    }

    /// The next bytes, once there are any; nil at the end.
    ///
    /// An error of the writer is thrown after all that it appended.
    func next() throws -> [UInt8]? {
        let next = try state.withLock(when: { $0.hasNext }) { state -> Next in
            if !state.waiting.isEmpty {
                let bytes = state.waiting.removeFirst()
                state.waitingBytes -= bytes.count
                return .bytes(bytes)
            }
            let part = state.stored.prefix(Self.mostBytesAtOnce)
            guard part.isEmpty else {
                state.stored.removeFirst(part.count)
                return .stored(part)
            }
            try state.end?.get()
            return .end
        }
        return switch next {
        case .bytes(let bytes): bytes
        case .stored(let part): try read(part)
        case .end: nil
        }
    }

    private func read(_ part: Range<Int>) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
            while count < part.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let read = pread(file, rest.baseAddress, rest.count, part.lowerBound + count)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { throw Disk.failure(path, errno) }
                count += read
            }
        }
    }
}
