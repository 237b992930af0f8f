import Fetch
import FoundationEssentials
import Pages
import Server

/// The `omena serve` that has the library open, found by the socket beside it.
struct RunningServer {
    private let location: LibraryLocation

    init(_ location: LibraryLocation) { self.location = location }

    /// Whether there is one.
    var isThere: Bool {
        var request = request("GET", .parameters)
        request.timeout = 5
        do {
            _ = try request.send()
            return true
        } catch {
            return error != .unreachable
        }
    }

    /// Asks it for something, or to do something, and reads what it says.
    func ask<Answer: Decodable>(
        _ method: String,
        _ route: Route,
        _ body: [UInt8] = [],
        expecting: Answer.Type
    ) throws(Failure) -> Answer {
        var request = request(method, route)
        request.body = body
        if !body.isEmpty { request.headers = [("Content-Type", "application/json")] }
        guard let answer: Answer = decode(try send(request)) else { throw strange }
        return answer
    }

    /// Asks it for something that may be long, as it is.
    func bytes(_ route: Route) throws(Failure) -> [UInt8] {
        var request = request("GET", route)
        request.maximumBytes = .max
        return try send(request)
    }

    /// Has it do something that takes its time, and follows how far it is.
    func work<Answer: Codable & Sendable>(
        _ route: Route,
        _ body: [UInt8],
        progress: @escaping (Double) -> Void
    ) throws(Failure) -> Answer {
        var request = request("POST", route)
        request.headers = [("Content-Type", "application/json")]
        request.body = body
        request.timeout = Self.longPatience
        var last: UpkeepLine<Answer>?
        var line: [UInt8] = []
        _ = try send(request) { bytes in
            for byte in bytes where byte != UInt8(ascii: "\n") || !line.isEmpty {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                last = decode(line)
                line = []
                if let share = last?.share { progress(share) }
            }
        }
        if let error = last?.error { throw Failure(error) }
        guard let answer = last?.answer else { throw strange }
        return answer
    }

    /// Has the library unlocked by what the learner types, for what this command asks from now on.
    func unlock() throws(Failure) {
        // It outlives this, and must not hold on to what is wiped with the command.
        var lock = FetchRequest("POST", "http://localhost\(Route.lock.path)")
        lock.unixSocket = location.socket
        try location.keys.unlock(servedAt: location.path) {
            isCode,
            key throws(Failure) -> (session: String, wasLocked: Bool) in
            var request = request("POST", .unlockBy(isCode ? .recovery : .passphrase))
            request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Array("\(isCode ? "code" : "passphrase")=\(key.formEncoded)".utf8)
            let response = try answer(to: request)
            let unlocked: Unlocked? = decode(response.body)
            if let says = unlocked?.says { throw Failure(says) }
            guard response.status == 200, let session = unlocked?.session else { throw strange }
            return (session, unlocked?.wasLocked == true)
        } lock: { [lock] in
            _ = try? lock.send()
        }
    }

    /// Has the library locked.
    func lock() throws(Failure) { _ = try send(request("POST", .lock)) }

    private func request(_ method: String, _ route: Route) -> FetchRequest {
        var request = FetchRequest(method, "http://localhost\(route.path)")
        request.unixSocket = location.socket
        request.timeout = Self.patience
        return request
    }

    /// Sends a request, and once more where the library has to be unlocked first.
    ///
    /// - Parameter take: Is given what comes, as it comes.
    private func send(
        _ request: FetchRequest,
        _ take: @escaping ([UInt8]) -> Void = { _ in }
    ) throws(Failure) -> [UInt8] {
        var response = try answer(to: request, take)
        if response.status == 401, isLocked(response) {
            try unlock()
            // What said so ends there; the next line is of the next answer.
            take([UInt8(ascii: "\n")])
            response = try answer(to: request, take)
        }
        guard response.status != 200 else { return response.body }
        let problem: Problem? = decode(response.body)
        throw problem.map { Failure($0.error) } ?? strange
    }

    private func isLocked(_ response: FetchResponse) -> Bool {
        let problem: Problem? = decode(response.body)
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
            return try request.send(isCancelled: { false }, receive: take)
        } catch .unreachable {
            throw Failure("no Omena is serving \(location.path); start it with 'omena serve'")
        } catch {
            throw Failure("the Omena that serves \(location.path) does not answer; try again")
        }
    }

    private var strange: Failure {
        Failure("the Omena that serves \(location.path) is of another version; restart it")
    }

    /// Seconds that a long log, or new memories of every card, may take.
    private static let patience = 600

    /// Seconds that copying or checking a very large library may take.
    private static let longPatience = 86_400

    private func decode<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(bytes))
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
    /// As it stands in a form that is sent: whatever is not a letter or digit of ASCII is escaped.
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
