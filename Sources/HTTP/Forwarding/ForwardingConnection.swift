internal import Glibc
internal import Threads

/// A connection to another server: sends one request after another, and reads the responses.
package final class ForwardingConnection: Sendable {
    /// The first part of a response.
    package struct ResponseHead: Equatable, Sendable {
        package let status: Status
        let headers: Headers
        package let framing: Framing
        /// Whether another request may follow.
        let staysOpen: Bool
    }

    /// How the end of a body is found.
    package enum Framing: Equatable, Sendable {
        case length(Int)
        case chunked
        /// The connection ends with it.
        case untilEnd
    }

    /// What remains of a body.
    private enum Rest {
        case bytes(Int)
        /// Of the current chunk; nil before its first line.
        case chunk(Int?)
        case untilEnd
        case nothing
    }

    private struct State {
        var buffer: [UInt8] = []
        var rest = Rest.nothing
    }

    private let socket: NonblockingSocket
    /// Used by one task at a time.
    private let state = Locked(State())
    /// In bytes; a longer head or line is not read.
    private static let longestHead = 128 << 10

    /// Takes over a descriptor, which must not block.
    package init(_ descriptor: Int32) { socket = NonblockingSocket(descriptor) }

    /// Whether it can be used for another request.
    var isUsable: Bool { socket.isQuiet }

    func shutDown() { socket.shutDown() }

    func send(_ bytes: [UInt8]) async throws { try await socket.write(bytes) }

    /// Reads the head of a response.
    ///
    /// - Parameter isForHead: Whether HEAD was asked, to which no body follows.
    package func readHead(isForHead: Bool) async throws -> ResponseHead {
        let end = Array("\r\n\r\n".utf8)
        let head = try ResponseHead(try await take(through: end), isForHead: isForHead)
        state.withLock { state in
            switch head.framing {
            case .length(let size): state.rest = size == 0 ? .nothing : .bytes(size)
            case .chunked: state.rest = .chunk(nil)
            case .untilEnd: state.rest = .untilEnd
            }
        }
        return head
    }

    /// Reads the next bytes of a response's body; nil at its end.
    package func readBody() async throws -> [UInt8]? {
        switch state.withLock({ $0.rest }) {
        case .nothing: return nil
        case .bytes(let size):
            let piece = try await some(upTo: size)
            let left = size - piece.count
            state.withLock { $0.rest = left == 0 ? .nothing : .bytes(left) }
            return piece
        case .chunk(nil):
            let line = try await take(through: Array("\r\n".utf8))
            let digits = String(decoding: line.prefix { $0 != 13 && $0 != 59 }, as: UTF8.self)
            guard let size = Int(digits.trimmed, radix: 16), size >= 0 else {
                throw ForwardingError.malformed
            }
            if size == 0 {
                while try await take(through: Array("\r\n".utf8)).count > 2 {}
                state.withLock { $0.rest = .nothing }
                return nil
            }
            state.withLock { $0.rest = .chunk(size) }
            return try await readBody()
        case .chunk(let size?):
            let piece = try await some(upTo: size)
            let left = size - piece.count
            if left == 0 { _ = try await take(through: Array("\r\n".utf8)) }
            state.withLock { $0.rest = .chunk(left == 0 ? nil : left) }
            return piece
        case .untilEnd:
            if let piece = try await someOrEnd() { return piece }
            state.withLock { $0.rest = .nothing }
            return nil
        }
    }

    // MARK: - Bytes

    /// Waits for bytes, and takes those up to an end.
    private func take(through end: [UInt8]) async throws -> [UInt8] {
        var buffer = state.withLock { state in
            defer { state.buffer = [] }
            return state.buffer
        }
        var searched = 0
        while true {
            // `firstRange(of:)` takes about a hundred times as long.
            let start = (searched..<buffer.count).first { buffer[$0...].starts(with: end) }
            if let start {
                let taken = Array(buffer[..<(start + end.count)])
                let rest = Array(buffer[(start + end.count)...])
                state.withLock { $0.buffer = rest }
                return taken
            }
            searched = max(0, buffer.count - end.count)
            guard buffer.count <= Self.longestHead else { throw ForwardingError.malformed }
            guard try await socket.read(to: &buffer) else { throw ForwardingError.brokenOff }
        }
    }

    private func some(upTo size: Int) async throws -> [UInt8] {
        guard let bytes = try await someOrEnd(upTo: size) else { throw ForwardingError.brokenOff }
        return bytes
    }

    private func someOrEnd(upTo size: Int = .max) async throws -> [UInt8]? {
        var buffer = state.withLock { state in
            defer { state.buffer = [] }
            return state.buffer
        }
        if buffer.isEmpty, try await !socket.read(to: &buffer) { return nil }
        guard buffer.count > size else { return buffer }
        let rest = Array(buffer[size...])
        state.withLock { $0.buffer = rest }
        return Array(buffer[..<size])
    }
}

extension ForwardingConnection.ResponseHead {
    /// Parses a head with its empty line.
    init(_ bytes: [UInt8], isForHead: Bool = false) throws(ForwardingError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        // A line's end is one letter to Swift.
        var lines = text.split(separator: "\r\n")
        guard !lines.isEmpty else { throw .malformed }
        let first = lines.removeFirst().split(separator: " ", maxSplits: 2)
        guard first.count >= 2, first[0].hasPrefix("HTTP/1."), let number = Int(first[1]),
            100...599 ~= number
        else { throw .malformed }
        var headers = Headers()
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].isToken else {
                throw .malformed
            }
            headers.append(
                String(line[..<colon]),
                String(line[line.index(after: colon)...].trimmed)
            )
        }
        status = Status(rawValue: number)
        self.headers = headers
        let lengths = Set(headers.all("Content-Length"))
        if isForHead || number < 200 || number == 204 || number == 304 {
            framing = .length(0)
        } else if let coding = headers["Transfer-Encoding"] {
            guard coding.isSameName(as: "chunked") else { throw .malformed }
            framing = .chunked
        } else if let length = lengths.first {
            guard lengths.count == 1, let size = Int(length), size >= 0 else { throw .malformed }
            framing = .length(size)
        } else {
            framing = .untilEnd
        }
        staysOpen =
            first[0] == "HTTP/1.1" && framing != .untilEnd
            && !headers.list("Connection").contains { $0.isSameName(as: "close") }
    }
}
