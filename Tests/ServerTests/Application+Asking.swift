import HTTP
import Library
import Notes
import Testing

@testable import Server

extension Application {
    static let noon = Moment(milliseconds: 1_763_640_000_000)

    /// Serves a library without a lock to this machine; anything that it reports fails the test.
    convenience init(
        _ library: Library,
        clock: Clock = Clock(now: { Application.noon }, offset: { 120 })
    ) {
        self.init(
            library: library,
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            report: { Issue.record("\($0)") }
        )
    }

    /// Responds to a request for a library without a lock.
    func respond(to request: Request) -> Response {
        respond(to: request, RequestAdmission(request.head, access, token: token))
    }

    /// The response to a request from this machine, and its body if that is in memory.
    func ask(
        _ method: HTTP.Method,
        _ target: String,
        _ body: [UInt8] = [],
        headers: [String: String] = [:]
    ) throws -> (response: Response, bytes: [UInt8]) {
        var fields = Headers()
        fields["Host"] = "localhost:6636"
        for (name, value) in headers { fields[name] = value }
        let head = RequestHead(
            method: method,
            target: try RequestTarget(target),
            headers: fields,
            peer: .loopback
        )
        let response = respond(to: Request(head, body: .bytes(body)))
        guard case .bytes(let bytes) = response.body else { return (response, []) }
        return (response, bytes)
    }
}
