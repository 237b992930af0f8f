internal import CMicrohttpd
internal import Synchronization
internal import Threads

/// The body of a request while it arrives, for a handler that passes it on.
///
/// Nothing of it is read before the first `read()`, so that a handler that answers without reading refuses it as one does
/// that decides from the head. While the handler does not keep up, the client has to wait.
package final class ArrivingBody: Sendable {
    private enum End {
        case whole, tooLarge
        /// The client has disconnected.
        case broken
    }

    private struct State {
        var pieces: [[UInt8]] = []
        /// How many bytes wait for the handler.
        var waiting = 0
        /// How many have arrived.
        var count = 0
        /// How many of them nobody needs.
        var surplus = 0
        var end: End?
        var isRead = false
        var isSuspended = false
        /// Whether the handler has answered, and what still arrives is dropped.
        var isDropped = false
        var reader: CheckedContinuation<Void, Never>?

        mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }
    }

    private let connection: ClientConnection
    private let limit: Int
    private let state = Locked(State())

    /// How many bytes may wait for the handler.
    private static let capacity = 64 << 10

    /// - Parameter connection: Releases the body when the request ends.
    init(of connection: ClientConnection, limit: Int) {
        self.connection = connection
        self.limit = limit
    }

    var isWhole: Bool { state.withLock { $0.end == .whole } }

    /// Whether the client waits for the handler.
    var isFull: Bool { state.withLock { $0.isSuspended } }
}

// MARK: - For the handler

extension ArrivingBody {
    /// Waits for the next bytes; nil at the end.
    ///
    /// Only one task may read.
    ///
    /// - Throws: 413 if the body is too large; `ClientGone` if it breaks off.
    package func read() async throws -> [UInt8]? {
        if beginsReading, !connection.receive(self) { throw ClientGone() }
        while true {
            try Task.checkCancellation()
            switch try state.withLock({ state in try next(&state) }) {
            case .piece(let bytes): return bytes
            case .end: return nil
            case .later: break
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        guard state.pieces.isEmpty, state.end == nil else { return true }
                        state.reader = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                    if Task.isCancelled { wakeReader() }
                }
            } onCancel: {
                wakeReader()
            }
        }
    }

    private var beginsReading: Bool {
        state.withLock { state in
            defer { state.isRead = true }
            return !state.isRead
        }
    }

    /// What there is to read.
    private enum Next {
        case piece([UInt8])
        case end
        /// The reader has to wait.
        case later
    }

    private func next(_ state: inout State) throws -> Next {
        if !state.pieces.isEmpty {
            let piece = state.pieces.removeFirst()
            state.waiting -= piece.count
            if state.waiting <= Self.capacity / 2 { resume(&state) }
            return .piece(piece)
        }
        switch state.end {
        case nil: return .later
        case .whole: return .end
        case .tooLarge: throw BodyCollector.tooLarge
        case .broken: throw ClientGone()
        }
    }

    private func wakeReader() {
        state.withLock { $0.takeReader() }?.resume()
    }

    private func resume(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        connection.expect(within: connection.daemon.server.limits.bodyGrace)
        connection.suspended.store(false, ordering: .relaxed)
        MHD_resume_connection(connection.handle)
    }

    /// The handler has answered: what still arrives is read, and not kept.
    func dropRest() {
        state.withLock { state in
            state.isDropped = true
            (state.pieces, state.waiting) = ([], 0)
            resume(&state)
        }
    }
}

// MARK: - For libmicrohttpd's thread

extension ArrivingBody {
    /// Takes a piece; false when the connection should be closed.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        let (reader, goesOn) = state.withLock { state in
            state.count += piece.count
            if state.count > limit, state.end == nil { state.end = .tooLarge }
            guard state.end == nil, !state.isDropped else {
                // Some more is read, so that the client sees the response.
                state.surplus += piece.count
                return (state.takeReader(), state.surplus <= BodyCollector.refusedBytes)
            }
            state.pieces.append(Array(piece))
            state.waiting += piece.count
            // NB: libmicrohttpd passes on all chunks that it has received, also after it was told to wait.
            if state.waiting > Self.capacity, !state.isSuspended {
                state.isSuspended = true
                connection.deadline.store(.max, ordering: .relaxed)
                connection.suspended.store(true, ordering: .relaxed)
                MHD_suspend_connection(connection.handle)
            }
            return (state.takeReader(), true)
        }
        reader?.resume()
        return goesOn
    }

    func finish() { end(as: .whole) }

    /// The connection has been closed.
    func breakOff() { end(as: .broken) }

    private func end(as end: End) {
        let reader = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.takeReader()
        }
        reader?.resume()
    }
}
