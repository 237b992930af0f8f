import Fetch
internal import Glibc
import JSON
import Pages
import Server

/// The `omena serve` that has the library open, reached at the socket beside the library.
struct RunningServer {
    private let location: LibraryLocation

    init(_ location: LibraryLocation) { self.location = location }

    var isRunning: Bool { Self.isRunning(at: location.socket) }

    static func isRunning(at socket: String) -> Bool {
        do {
            _ = try statusRequest(at: socket).send()
            return true
        } catch {
            return error != .unreachable
        }
    }

    /// What the server tells of itself; nil where none answers.
    var status: ServerStatus? { Self.status(at: location.socket) }

    static func status(at socket: String) -> ServerStatus? {
        // Asking a socket that is not there would load libcurl first.
        guard access(socket, F_OK) == 0 else { return nil }
        return (try? statusRequest(at: socket).send()).flatMap { decode($0.body) }
    }

    var statusRequest: FetchRequest { Self.statusRequest(at: location.socket) }

    static func statusRequest(at socket: String) -> FetchRequest {
        var request = FetchRequest("GET", "http://localhost\(Route.status.path)")
        request.unixSocket = socket
        request.timeout = 5
        return request
    }

    /// Sends a request, and decodes the answer.
    func ask<Answer: Decodable>(
        _ method: String,
        _ route: Route,
        query: String = "",
        _ body: [UInt8] = [],
        expecting: Answer.Type
    ) throws(Failure) -> Answer {
        var request = request(method, route, query: query)
        request.body = body
        if !body.isEmpty { request.headers = [("Content-Type", "application/json")] }
        guard let answer: Answer = Self.decode(try send(request)) else { throw otherVersion }
        return answer
    }

    /// Gets the bytes of an answer that may be long.
    func bytes(_ route: Route) throws(Failure) -> [UInt8] {
        var request = request("GET", route)
        request.maximumBytes = .max
        return try send(request)
    }

    /// Runs a task on the server, and reports its progress.
    func run<Answer: Codable & Sendable>(
        _ route: Route,
        _ body: [UInt8],
        progress: @escaping (Double) -> Void
    ) throws(Failure) -> Answer {
        var request = request("POST", route)
        request.headers = [("Content-Type", "application/json")]
        request.body = body
        request.timeout = Self.taskTimeout
        var last: MaintenanceLine<Answer>?
        var line: [UInt8] = []
        _ = try send(request) { bytes in
            for byte in bytes where byte != UInt8(ascii: "\n") || !line.isEmpty {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                last = Self.decode(line)
                line = []
                if let share = last?.share { progress(share) }
            }
        }
        if let error = last?.error { throw Failure(error) }
        guard let answer = last?.answer else { throw otherVersion }
        return answer
    }

    /// Unlocks the library for the requests of this command.
    func unlock() throws(Failure) {
        // Its closure outlives this value, and must not retain the keys.
        var lock = FetchRequest("POST", "http://localhost\(location.base)\(Route.lock.path)")
        lock.unixSocket = location.socket
        try location.keys.unlock(servedAt: location.path) {
            isCode,
            key throws(Failure) -> (session: String, wasLocked: Bool) in
            var request = request("POST", .unlockBy(isCode ? .recovery : .passphrase))
            request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Array("\(isCode ? "code" : "passphrase")=\(key.formEncoded)".utf8)
            let response = try answer(to: request)
            let unlocked: Unlocked? = Self.decode(response.body)
            if let says = unlocked?.says { throw Failure(says) }
            guard response.status == 200, let session = unlocked?.session else {
                throw otherVersion
            }
            return (session, unlocked?.wasLocked == true)
        } lock: { [lock] in
            _ = try? lock.send()
        }
    }

    func lock() throws(Failure) { _ = try send(request("POST", .lock)) }

    private func request(_ method: String, _ route: Route, query: String = "") -> FetchRequest {
        let query = query.isEmpty ? "" : "?\(query)"
        var request = FetchRequest(method, "http://localhost\(location.base)\(route.path)\(query)")
        request.unixSocket = location.socket
        request.timeout = Self.timeout
        return request
    }

    /// Sends a request; if the library is locked, unlocks it and sends the request again.
    ///
    /// - Parameter take: Called with the bytes as they arrive.
    private func send(
        _ request: FetchRequest,
        _ take: @escaping ([UInt8]) -> Void = { _ in }
    ) throws(Failure) -> [UInt8] {
        var response = try answer(to: request, take)
        if response.status == 401, isLocked(response) {
            try unlock()
            // Ends the line of the refusal.
            take([UInt8(ascii: "\n")])
            response = try answer(to: request, take)
        }
        guard response.status != 200 else { return response.body }
        let problem: Problem? = Self.decode(response.body)
        throw problem.map { Failure($0.error) } ?? otherVersion
    }

    private func isLocked(_ response: FetchResponse) -> Bool {
        let problem: Problem? = Self.decode(response.body)
        return problem?.locked == true
    }

    private func answer(
        to request: FetchRequest,
        _ take: @escaping ([UInt8]) -> Void = { _ in }
    ) throws(Failure) -> FetchResponse {
        var request = request
        if let session = location.keys.session {
            request.headers.append(("Omena-Session", session))
        }
        do {
            return try request.send(isCancelled: { false }, receive: { take(Array($0)) })
        } catch .unreachable {
            throw Failure(
                "\(location.path) is not being served; start '\(location.servingCommand)'"
            )
        } catch {
            throw Failure("the server of \(location.path) does not answer; try again")
        }
    }

    private var otherVersion: Failure {
        Failure("the server of \(location.path) runs another version of Omena; restart it")
    }

    /// In seconds; a long log, or new memory states of all cards, take a while.
    private static let timeout = 600

    /// In seconds; enough to copy or check a very large library.
    private static let taskTimeout = 86_400

    private static func decode<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
        try? JSONCoding.decode(Value.self, from: bytes)
    }

    private struct Problem: Decodable {
        let error: String
        let locked: Bool?
    }

    private struct Unlocked: Decodable {
        let session: String?
        let wasLocked: Bool?
        let says: String?
    }
}

extension String {
    /// Percent-encoded for a form: everything except ASCII letters and digits.
    fileprivate var formEncoded: String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                return String(scalar)
            }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%\(digits.count < 2 ? "0" : "")\(digits)"
        }.joined()
    }
}
