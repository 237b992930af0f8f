internal import Glibc
internal import Threads

extension InternetAddress {
    /// Connects to `host:port`; returns a descriptor that does not block.
    static func connection(
        to address: String,
        within patience: Duration
    ) throws(ForwardingError) -> Int32 {
        guard let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else { throw .unreachable }
        let host = address[..<colon].filter { $0 != "[" && $0 != "]" }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { throw .unreachable }
        defer { freeaddrinfo(list) }
        let deadline = Instant.now + patience
        var next = list
        while let info = next {
            next = info.pointee.ai_next
            if let descriptor = connection(to: info.pointee, by: deadline) { return descriptor }
        }
        throw .unreachable
    }

    private static func connection(to info: addrinfo, by deadline: Instant) -> Int32? {
        let type = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(info.ai_family, type, 0)
        guard descriptor >= 0 else { return nil }
        var isConnected = connect(descriptor, info.ai_addr, info.ai_addrlen) == 0
        if !isConnected, errno == EINPROGRESS {
            isConnected = wait(for: descriptor, by: deadline)
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        // Each request is one write, which must not wait for another one's acknowledgement.
        var on: Int32 = 1
        setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &on,
            socklen_t(MemoryLayout<Int32>.size)
        )
        return descriptor
    }

    private static func wait(for descriptor: Int32, by deadline: Instant) -> Bool {
        var events = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return ThreadPool.whileWaiting {
            while let timeout = deadline.pollTimeout {
                let count = poll(&events, 1, timeout)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                var failure: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
                return failure == 0
            }
            return false
        }
    }
}
