internal import Glibc
internal import Synchronization
internal import Threads

/// Accepts clients on a thread of its own and hands them to libmicrohttpd.
///
/// libmicrohttpd cannot stop accepting safely: `MHD_quiesce_daemon` and one of its threads may both remove the socket from
/// epoll, which aborts the program.
final class Acceptor: Sendable {
    /// The sockets, each with the index of its daemon.
    private let sockets: [(descriptor: Int32, daemon: Int)]
    /// The daemons that get new clients.
    private let daemons: Locked<[Daemon]>
    private let monitor: ConnectionMonitor
    private let isStopping = Atomic<Bool>(false)
    /// A pipe whose end wakes the thread when it should end.
    private let wake: (reading: Int32, writing: Int32)
    private let thread = Locked<Thread?>(nil)

    init(_ daemons: [Daemon], counting monitor: ConnectionMonitor) {
        sockets = daemons.enumerated().flatMap { index, daemon in
            daemon.listener.sockets.map { ($0, index) }
        }
        self.daemons = Locked(daemons)
        self.monitor = monitor
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "pipe failed with \(errno)")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wake = (ends[0], ends[1])
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
    }

    func start() {
        thread.withLock { $0 = Thread { self.run() } }
    }

    /// Returns when no client is accepted any more; those that connect wait in the sockets' queues.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        write(wake.writing, "w", 1)
        thread.withLock { $0.take() }?.join()
    }

    /// Hands the clients of the daemons' listeners to them from now on.
    ///
    /// - Returns: The daemons that had them until now.
    func replaceDaemons(by new: [Daemon]) -> [Daemon] {
        daemons.withLock { daemons in
            daemons.indices.compactMap { index in
                let new = new.first { $0.listener === daemons[index].listener }
                guard let new else { return nil }
                defer { daemons[index] = new }
                return daemons[index]
            }
        }
    }

    /// Those that get new clients.
    var currentDaemons: [Daemon] { daemons.withLock { $0 } }

    private func run() {
        let events = Int16(POLLIN)
        var polled = sockets.map { pollfd(fd: $0.descriptor, events: events, revents: 0) }
        polled.append(pollfd(fd: wake.reading, events: events, revents: 0))
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            for (socket, state) in zip(sockets, polled) where state.revents != 0 {
                acceptAll(on: socket.descriptor, for: daemons.withLock { $0[socket.daemon] })
            }
        }
    }

    /// Accepts the clients that wait.
    private func acceptAll(on socket: Int32, for daemon: Daemon) {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        while true {
            switch daemon.accept(from: socket, flags: flags) {
            case 0, ECONNABORTED, EINTR: continue
            case EAGAIN: return
            // No descriptors or no memory: the client stays in the queue until others have left.
            default: return monitor.pause(until: .now + .milliseconds(100))
            }
        }
    }
}
