internal import CEpoll
internal import Glibc
internal import Synchronization
internal import Threads

/// A connected socket that tasks read and write without blocking their threads; closed with its last reference.
///
/// One task may read while another writes.
final class NonblockingSocket: Sendable {
    let descriptor: Int32
    /// Unlike the descriptor, never that of another.
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue

    private struct Waiting {
        var reader: CheckedContinuation<Void, Never>?
        var writer: CheckedContinuation<Void, Never>?

        var events: UInt32 {
            (reader == nil ? 0 : NonblockingSocket.readable)
                | (writer == nil ? 0 : NonblockingSocket.writable)
        }
    }

    private static let readable = UInt32(omena_epoll_readable)
    private static let writable = UInt32(omena_epoll_writable)
    private static let lastNumber = Atomic<UInt64>(0)

    private let waiting = Locked(Waiting())

    /// Takes over a descriptor, which must not block.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Appends the next bytes as soon as there are some; false at the end.
    func read(to buffer: inout [UInt8]) async throws -> Bool {
        while true {
            let size = buffer.count
            var failure: Int32 = 0
            buffer.append(contentsOf: repeatElement(0, count: Self.readSize))
            let count = buffer.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[size...])
                let count = recv(descriptor, rest.baseAddress, rest.count, 0)
                failure = errno
                return count
            }
            buffer.removeLast(Self.readSize - max(0, count))
            if count >= 0 { return count > 0 }
            switch failure {
            case EINTR: continue
            case EAGAIN: try await wait(\.reader)
            default: throw ForwardingError.brokenOff
            }
        }
    }

    func write(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try await wait(\.writer)
            default: throw ForwardingError.brokenOff
            }
        }
    }

    /// Whether the other end has neither sent anything nor closed the connection.
    var isQuiet: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0
            && errno == EAGAIN
    }

    private static let readSize = 32 << 10

    private func wait(
        _ role: any WritableKeyPath<Waiting, CheckedContinuation<Void, Never>?> & Sendable
    ) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { waiting in
                    waiting[keyPath: role] = continuation
                    SocketEvents.shared.await(waiting.events, of: self)
                }
                if Task.isCancelled { cancel(role) }
            }
        } onCancel: {
            cancel(role)
        }
        try Task.checkCancellation()
    }

    private func wake(_ role: WritableKeyPath<Waiting, CheckedContinuation<Void, Never>?>) {
        let continuation = waiting.withLock { waiting in
            defer { waiting[keyPath: role] = nil }
            return waiting[keyPath: role]
        }
        continuation?.resume()
    }

    private func cancel(_ role: WritableKeyPath<Waiting, CheckedContinuation<Void, Never>?>) {
        wake(role)
        waiting.withLock { waiting in
            if waiting.events == 0 { SocketEvents.shared.forget(self) }
        }
    }

    /// Ends the connection, also for whoever waits for it.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Called by the thread of `SocketEvents`.
    func wake(for events: UInt32) {
        if events & Self.readable != 0 { wake(\.reader) }
        if events & Self.writable != 0 { wake(\.writer) }
        waiting.withLock { waiting in
            if waiting.events != 0 { SocketEvents.shared.await(waiting.events, of: self) }
        }
    }
}
