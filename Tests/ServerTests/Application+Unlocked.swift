import HTTP

@testable import Server

extension Application {
    /// Responds to a request for a library without a lock.
    func respond(to request: Request) -> Response {
        respond(to: request, RequestAdmission(request.head, access, token: token))
    }
}
