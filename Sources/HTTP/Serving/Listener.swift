internal import Glibc
internal import Synchronization

/// Listening sockets, which are bound first so that a failure is noticed before anything else is done.
package final class Listener: Sendable {
    enum Kind: Sendable {
        case tcp(TLS?)
        case unix(UnixSocket)
    }

    package let sockets: [Int32]
    let kind: Kind
    /// The port, also if 0 asked for a free one; 0 for a Unix socket.
    package let port: Int
    private let isOpen = Atomic<Bool>(true)
    /// Whether the sockets stay open when the server has stopped.
    private let handedOver = Atomic<Bool>(false)

    init(sockets: [Int32], kind: Kind, port: Int) {
        self.sockets = sockets
        self.kind = kind
        self.port = port
    }

    deinit {
        close()
    }

    /// Stops listening; a server closes its listeners when it stops.
    package func close() {
        guard !isHandedOver, isOpen.exchange(false, ordering: .relaxed) else { return }
        if case .unix(let socket) = kind { socket.remove() }
        for socket in sockets { Glibc.close(socket) }
    }

    /// Keeps the sockets open when the server stops and the program executes itself again, while clients wait in the queue.
    ///
    /// - Returns: The descriptors, for `inherited`.
    package func handOver() -> [Int32] {
        handedOver.store(true, ordering: .sequentiallyConsistent)
        for socket in sockets { _ = fcntl(socket, F_SETFD, 0) }
        return sockets
    }

    var isHandedOver: Bool { handedOver.load(ordering: .sequentiallyConsistent) }

    /// Takes over sockets from `handOver`; nil if one does not listen.
    package static func inherited(_ sockets: [Int32], tls: TLS? = nil) -> Listener? {
        guard let first = sockets.first, sockets.allSatisfy(takeOver) else { return nil }
        return Listener(sockets: sockets, kind: .tcp(tls), port: InternetAddress.port(of: first))
    }

    /// The same for a socket in the file system.
    package static func inherited(_ socket: Int32, path: String) -> Listener? {
        guard takeOver(socket) else { return nil }
        let unix = UnixSocket(inheriting: socket, path: path)
        return Listener(sockets: [socket], kind: .unix(unix), port: 0)
    }

    private static func takeOver(_ socket: Int32) -> Bool {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard socket > STDERR_FILENO,
            getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0
        else { return false }
        return isListening != 0 && fcntl(socket, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Listens on all addresses of a host: `localhost` is 127.0.0.1 and ::1.
    ///
    /// - Parameter port: 0 picks a free one.
    package static func tcp(host: String, port: Int, tls: TLS? = nil) throws(ServerError)
        -> Listener
    {
        let addresses = try InternetAddress.resolve(host)
        // A port that is free at the first address may be in use at the second.
        for _ in 0..<16 {
            if let listener = try bind(addresses, host: host, port: port, tls: tls) {
                return listener
            }
        }
        throw .addressInUse("\(host):\(port)")
    }

    /// Listens on a socket in the file system that only this user can open.
    ///
    /// A stale file is replaced; one on which a server answers is not.
    package static func unix(path: String) throws(ServerError) -> Listener {
        let socket = try UnixSocket(path: path)
        return Listener(sockets: [socket.descriptor], kind: .unix(socket), port: 0)
    }

    /// The same where no server of another program can be: whatever is at the path is replaced.
    package static func unix(replacing path: String) throws(ServerError) -> Listener {
        unlink(path)
        return try unix(path: path)
    }

    /// Binds all addresses to one port; nil if a random port was not free everywhere.
    private static func bind(
        _ addresses: [InternetAddress],
        host: String,
        port: Int,
        tls: TLS?
    ) throws(ServerError) -> Listener? {
        var sockets: [Int32] = []
        var bound = port
        do throws(ServerError) {
            for address in addresses {
                do throws(ServerError) {
                    sockets.append(try address.listen(port: bound, isAlone: addresses.count == 1))
                } catch .notOurAddress where addresses.count > 1 {
                    // A machine without IPv6 still resolves ::1.
                    continue
                }
                if bound == 0 { bound = InternetAddress.port(of: sockets[0]) }
            }
            guard !sockets.isEmpty else { throw .notOurAddress(host) }
        } catch {
            for socket in sockets { Glibc.close(socket) }
            if port == 0, case .addressInUse = error { return nil }
            throw error
        }
        return Listener(sockets: sockets, kind: .tcp(tls), port: bound)
    }
}
