import HTTP

@testable import Server

extension Application {
    /// Answers a request as behind a gate without a lock.
    func respond(to request: Request) -> Response {
        respond(to: request, RequestAdmission(request.head, access, token: token))
    }
}
