internal import Glibc

/// A numeric address of this machine.
struct InternetAddress: Equatable {
    private let family: Int32
    private let bytes: [UInt8]
    private let name: String

    static func == (left: InternetAddress, right: InternetAddress) -> Bool {
        left.bytes == right.bytes
    }

    /// All addresses of a host name or number.
    static func resolve(_ host: String) throws(ServerError) -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, "0", &hints, &list)
        guard failure == 0 else {
            throw .cannotResolve(host: host, reason: String(cString: gai_strerror(failure)))
        }
        defer { freeaddrinfo(list) }
        var addresses: [InternetAddress] = []
        var next = list
        while let info = next {
            next = info.pointee.ai_next
            guard let address = info.pointee.ai_addr else { continue }
            let bytes = UnsafeRawBufferPointer(start: address, count: Int(info.pointee.ai_addrlen))
            let found = InternetAddress(
                family: info.pointee.ai_family,
                bytes: Array(bytes),
                name: host
            )
            if !addresses.contains(found) { addresses.append(found) }
        }
        // IPv4 first: a port that is free there is usually free for IPv6 too.
        return addresses.filter { $0.family == AF_INET }
            + addresses.filter { $0.family == AF_INET6 }
    }

    /// Binds a socket to a port of this address and listens on it.
    ///
    /// - Parameter isAlone: Lets `::` accept IPv4 clients as well, because no other socket does.
    func listen(port: Int, isAlone: Bool) throws(ServerError) -> Int32 {
        let address = "\(name):\(port)"
        let socket = Glibc.socket(
            family,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            0
        )
        guard socket >= 0 else {
            if errno == EAFNOSUPPORT { throw .notOurAddress(address) }
            throw .cannotListen(address, reason: String(cString: strerror(errno)))
        }
        Self.set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
        if family == AF_INET6 {
            Self.set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isAlone ? 0 : 1)
        }
        guard Self.bind(socket, bytes, port: port), Glibc.listen(socket, SOMAXCONN) == 0 else {
            let error = errno
            close(socket)
            switch error {
            case EADDRINUSE: throw .addressInUse(address)
            case EACCES, EPERM: throw .notPermitted(address)
            case EADDRNOTAVAIL: throw .notOurAddress(address)
            default: throw .cannotListen(address, reason: String(cString: strerror(error)))
            }
        }
        return socket
    }

    static func port(of socket: Int32) -> Int {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(socket, $0, &size)
            }
        }
        // Both families have the port at the same offset.
        return Int(UInt16(bigEndian: address.sin6_port))
    }

    private static func bind(_ socket: Int32, _ address: [UInt8], port: Int) -> Bool {
        var address = address
        address[2] = UInt8(truncatingIfNeeded: port >> 8)
        address[3] = UInt8(truncatingIfNeeded: port)
        return address.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return Glibc.bind(
                socket,
                start.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            ) == 0
        }
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
