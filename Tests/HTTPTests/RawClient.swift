import Glibc

/// A client that sends any bytes, even invalid ones.
final class RawClient {
    struct Answer: Equatable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    enum Failure: Error {
        case cannotConnect(Int32)
        case closed
        case timedOut
        case malformed(String)
    }

    let socket: Int32
    private var buffer: [UInt8] = []

    init(port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let failure = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard failure == 0 else { throw Failure.cannotConnect(errno) }
        limitWaiting()
    }

    /// Connects to ::1.
    init(version6Port port: Int) throws {
        socket = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(port).bigEndian
        address.sin6_addr = in6addr_loopback
        let failure = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
        guard failure == 0 else { throw Failure.cannotConnect(errno) }
        limitWaiting()
    }

    init(path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let failure = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard failure == 0 else { throw Failure.cannotConnect(errno) }
        limitWaiting()
    }

    deinit {
        close(socket)
    }

    /// Sends all bytes; returns false if the server does not accept them.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool {
        send(text.utf8)
    }

    /// Closes the sending side of the connection.
    func finishSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Sends a request and reads its response.
    func ask(_ head: String, body: [UInt8] = []) throws -> Answer {
        send(Array(head.utf8) + body)
        return try receive(isHead: head.hasPrefix("HEAD"))
    }

    /// Reads one response.
    func receive(isHead: Bool = false) throws -> Answer {
        let head = String(decoding: try line(endingIn: Array("\r\n\r\n".utf8)), as: UTF8.self)
        var lines = head.split(separator: "\r\n")
        let first = lines.removeFirst().split(separator: " ")
        guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw Failure.malformed(head)
        }
        var headers: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        if isHead || status == 304 || status == 204 || status == 100 {
            return Answer(status: status, headers: headers, body: [])
        }
        return Answer(status: status, headers: headers, body: try body(headers))
    }

    /// Whether the server has closed the connection after everything that was read.
    func isClosed() throws -> Bool {
        guard buffer.isEmpty else { return false }
        do {
            try fill()
            return false
        } catch Failure.closed {
            return true
        }
    }

    /// Reads the head of a response whose body is then read chunk by chunk.
    @discardableResult
    func readHead() throws -> Answer {
        try receive(isHead: true)
    }

    /// Discards received bytes that were not read.
    func drop() {
        buffer = []
    }

    /// Whether the server has closed or reset the connection by now; does not wait.
    var hasEnd: Bool {
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK)) <= 0
    }

    /// Reads one chunk of a chunked body; nil at its end.
    func chunk() throws -> [UInt8]? {
        let text = String(decoding: try line(endingIn: [13, 10]).dropLast(2), as: UTF8.self)
        guard let size = Int(text, radix: 16) else { throw Failure.malformed(text) }
        let chunk = try take(size)
        _ = try take(2)
        return size == 0 ? nil : chunk
    }

    private func body(_ headers: [String: String]) throws -> [UInt8] {
        if let length = headers["content-length"].flatMap({ Int($0) }) { return try take(length) }
        var body: [UInt8] = []
        if headers["transfer-encoding"] == "chunked" {
            while let chunk = try chunk() { body += chunk }
            return body
        }
        while !(try isClosed()) { body += try take(buffer.count) }
        return body
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill() }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func line(endingIn end: [UInt8]) throws -> [UInt8] {
        var searched = 0
        while true {
            if buffer.count >= end.count {
                for start in searched...(buffer.count - end.count)
                where buffer[start..<(start + end.count)].elementsEqual(end) {
                    return try take(start + end.count)
                }
                searched = buffer.count - end.count
            }
            try fill()
        }
    }

    private func fill() throws {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(socket, &bytes, bytes.count, 0)
        if count < 0, errno == EAGAIN { throw Failure.timedOut }
        guard count > 0 else { throw Failure.closed }
        buffer += bytes.prefix(count)
    }

    /// Lets a test fail instead of hanging.
    private func limitWaiting() {
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
}
