internal import Glibc
internal import Threads

/// Passes requests on to another server, and its responses back.
///
/// Bodies are passed on while they arrive, in both directions, and whoever is slow makes the other side wait. No thread
/// waits for either of them. When one side goes away, the other is told so: the connection of the client is cut, or that to
/// the server is closed.
package final class Forwarder: Sendable {
    private struct Idle {
        let connection: ForwardingConnection
        let since: Instant
    }

    private let connect: @Sendable () throws -> Int32
    /// Those that may be used again, the latest last.
    private let idle = Locked<[Idle]>([])

    /// How many connections are kept, and for how long; servers close theirs after a minute.
    private static let mostIdle = 16
    private static let longestIdle = Duration.seconds(20)
    /// A response up to this size is passed on in one piece.
    private static let smallBody = 64 << 10

    /// - Parameter connect: Returns a connected descriptor that does not block.
    init(connect: @escaping @Sendable () throws -> Int32) { self.connect = connect }

    /// Passes requests on to the server at a socket in the file system.
    package convenience init(toSocket path: String) {
        self.init { try UnixSocket.connection(to: path) }
    }

    /// Passes requests on to the server at an address of the form `host:port`.
    package convenience init(toAddress address: String) {
        self.init { try InternetAddress.connection(to: address, within: Self.patience) }
    }

    /// How long a server may take to accept a connection.
    private static let patience = Duration.seconds(1)

    /// How a body is read that is passed on: at once if it is small, else while it arrives.
    ///
    /// - Parameter limit: In bytes.
    package static func bodyPolicy(of head: RequestHead, limit: Int) -> BodyPolicy {
        let length = head.headers["Content-Length"].flatMap { Int($0) }
        return length.map { $0 <= smallBody } == true
            ? .memory(limit: limit) : .arriving(limit: limit)
    }

    /// Passes a request on, and returns the response as soon as its head is here.
    ///
    /// - Parameters:
    ///   - name: Of a header that the server believes; what the client sent under this name is dropped.
    ///   - value: Of that header.
    /// - Throws: A `ForwardingError`, what `ArrivingBody.read()` throws, or `CancellationError`.
    package func forward(
        _ request: Request,
        adding name: String,
        _ value: String
    ) async throws -> Response {
        let head = Self.head(of: request, adding: name, value)
        if let connection = takeIdle() {
            do {
                return try await exchange(request, head, over: connection)
            } catch ForwardingError.brokenOff where request.method.isSafe {
                // The server had closed the connection, which is noticed only now. What is not safe may have been done.
            }
        }
        return try await exchange(request, head, over: try open())
    }

    private func open() throws(ForwardingError) -> ForwardingConnection {
        do { return ForwardingConnection(try connect()) } catch { throw .unreachable }
    }

    private func takeIdle() -> ForwardingConnection? {
        while let last = idle.withLock({ $0.popLast() }) {
            if last.since + Self.longestIdle > .now, last.connection.isUsable {
                return last.connection
            }
        }
        return nil
    }

    private func keep(_ connection: ForwardingConnection) {
        let now = Instant.now
        // Released outside of the lock.
        let old = idle.withLock { idle in
            idle.append(Idle(connection: connection, since: now))
            let old = idle.prefix { $0.since + Self.longestIdle < now }.count
            let surplus = max(old, idle.count - Self.mostIdle)
            defer { idle.removeFirst(surplus) }
            return idle.prefix(surplus)
        }
        withExtendedLifetime(old) {}
    }

    // MARK: - One exchange

    private func exchange(
        _ request: Request,
        _ head: [UInt8],
        over connection: ForwardingConnection
    ) async throws -> Response {
        let isForHead = request.method == .head
        let answer: ForwardingConnection.ResponseHead
        var isWhole = true
        if case .arriving(let body) = request.body {
            try await connection.send(head)
            // The server says whether it wants the body, before any of it is read.
            let first = try await connection.readHead(isForHead: false)
            if first.status.rawValue == 100 {
                (answer, isWhole) = try await passing(body, of: request, over: connection)
            } else {
                (answer, isWhole) = (first, false)
            }
        } else {
            // A server that refuses a body may have closed the connection, and still have answered.
            do {
                try await connection.send(head + request.bytes)
            } catch ForwardingError.brokenOff where !request.bytes.isEmpty {
                isWhole = false
            }
            answer = try await Self.final(from: connection, isForHead: isForHead)
        }
        return try await response(answer, canStay: isWhole && answer.staysOpen, over: connection)
    }

    /// Skips interim responses.
    private static func final(
        from connection: ForwardingConnection,
        isForHead: Bool
    ) async throws -> ForwardingConnection.ResponseHead {
        while true {
            let head = try await connection.readHead(isForHead: isForHead)
            if head.status.rawValue >= 200 { return head }
        }
    }

    /// Sends a body while it arrives.
    ///
    /// - Returns: The head of the response, and whether all of the body was sent before.
    private func passing(
        _ body: ArrivingBody,
        of request: Request,
        over connection: ForwardingConnection
    ) async throws -> (ForwardingConnection.ResponseHead, isWhole: Bool) {
        let isChunked = request.headers["Content-Length"] == nil
        let outcome = Locked<Result<Void, any Error>?>(nil)
        // Cancelled where the server answers before all of it is sent.
        async let _: Void = {
            do {
                try await Self.send(body, isChunked: isChunked, over: connection)
                outcome.withLock { $0 = .success(()) }
            } catch {
                let isAnswered = outcome.withLock { outcome in
                    defer { outcome = outcome ?? .failure(error) }
                    return outcome != nil
                }
                // A server that reads no more may still answer; a client that sends no more will not be answered.
                if !isAnswered, error as? ForwardingError != .brokenOff { connection.shutDown() }
            }
        }()
        do {
            let head = try await Self.final(from: connection, isForHead: false)
            let isWhole = outcome.withLock { outcome in
                defer { outcome = outcome ?? .failure(CancellationError()) }
                return if case .success = outcome { true } else { false }
            }
            return (head, isWhole)
        } catch {
            try outcome.withLock { try $0?.get() }
            throw error
        }
    }

    private static func send(
        _ body: ArrivingBody,
        isChunked: Bool,
        over connection: ForwardingConnection
    ) async throws {
        while let piece = try await body.read() {
            let size = Array("\(String(piece.count, radix: 16))\r\n".utf8)
            try await connection.send(isChunked ? size + piece + [13, 10] : piece)
        }
        if isChunked { try await connection.send(Array("0\r\n\r\n".utf8)) }
    }

    private func response(
        _ head: ForwardingConnection.ResponseHead,
        canStay: Bool,
        over connection: ForwardingConnection
    ) async throws -> Response {
        var response = Response(head.status, headers: Self.passedOn(head.headers))
        response.headers["Date"] = nil
        response.isFitted = true
        guard case .length(let size) = head.framing, size <= Self.smallBody else {
            if case .length(let size) = head.framing { response.streamSize = size }
            response.body = .stream { [self] writer in
                while let piece = try await connection.readBody() { try await writer.write(piece) }
                if canStay { keep(connection) }
            }
            return response
        }
        var bytes: [UInt8] = []
        while let piece = try await connection.readBody() { bytes += piece }
        if canStay { keep(connection) }
        response.body = .bytes(bytes)
        return response
    }

    // MARK: - Heads

    private static func head(of request: Request, adding name: String, _ value: String) -> [UInt8] {
        var headers = passedOn(request.headers)
        headers[name] = value
        if let length = request.headers["Content-Length"] {
            headers["Content-Length"] = length
        } else if case .arriving = request.body {
            headers["Transfer-Encoding"] = "chunked"
        }
        if case .arriving = request.body { headers["Expect"] = "100-continue" }
        var text = "\(request.method.rawValue) \(request.target.raw) HTTP/1.1\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// Those that are not about one connection alone (RFC 9110, section 7.6.1).
    private static func passedOn(_ headers: Headers) -> Headers {
        let named = headers.list("Connection").map { String($0) }
        return Headers(
            headers.fields.filter { field in
                !(ofConnection + named).contains { $0.isSameName(as: field.name) }
            }
        )
    }

    private static let ofConnection = [
        "Connection", "Content-Length", "Expect", "Keep-Alive", "Proxy-Connection", "TE", "Trailer",
        "Transfer-Encoding", "Upgrade",
    ]
}
