internal import CEpoll
internal import Threads

/// Wakes the tasks that wait for sockets, with one thread for all of them.
final class SocketEvents: Sendable {
    static let shared = SocketEvents()

    private let epoll = omena_epoll_create()
    /// Those that somebody waits for.
    private let sockets = Locked<[UInt64: NonblockingSocket]>([:])

    private init() {
        Thread.start { [self] in
            while true { wakeNext() }
        }
    }

    /// From now on waits for some of a socket's events, and no longer than until the first of them.
    func await(_ events: UInt32, of socket: NonblockingSocket) {
        sockets.withLock { $0[socket.number] = socket }
        omena_epoll_await(epoll, socket.descriptor, events, socket.number)
    }

    /// Nobody waits for a socket any more.
    func forget(_ socket: NonblockingSocket) {
        _ = sockets.withLock { $0.removeValue(forKey: socket.number) }
    }

    private func wakeNext() {
        var number: UInt64 = 0
        let events = omena_epoll_next(epoll, &number)
        guard events != 0, let socket = sockets.withLock({ $0.removeValue(forKey: number) }) else {
            return
        }
        socket.wake(for: events)
    }
}
