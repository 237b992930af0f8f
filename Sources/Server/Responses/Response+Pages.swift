import HTTP
import JSON
import Languages
import Notes
import Pages

// Nothing here is cached: it shows what is the learner's own.
extension Response {
    static func page(_ page: some Page, status: Status = .ok) -> Response {
        .page(page.render(), status: status)
    }

    /// - Parameter bytes: A page that was rendered already.
    static func page(_ bytes: [UInt8], status: Status = .ok) -> Response {
        .html(bytes, status: status).cached(.never)
    }

    static func json(_ value: some Encodable, status: Status = .ok) -> Response {
        .json(JSONCoding.bytes(of: value), status: status).cached(.never)
    }

    static func redirect(to route: Route) -> Response {
        .redirect(to: route.path).cached(.never)
    }

    static func redirect(to back: ReturnPath) -> Response {
        .redirect(to: back.path).cached(.never)
    }

    static func error(_ error: HTTPError) -> Response {
        .json(["error": error.message], status: error.status)
    }

    /// Why a request failed: JSON for programs and scripts, a page for a person.
    ///
    /// - Parameter route: What the address of the request names.
    static func refusal(
        _ error: HTTPError,
        to request: Request,
        at route: Route?,
        settings: StudySettings
    ) -> Response {
        let isForProgram =
            request.contentType == "application/json" || request.isByScript
            || request.peer == .unix || ["api", "sync"].contains(request.head.path.first)
        let page = ErrorPage(
            status: error.status.rawValue,
            message: Phrase(verbatim: error.message),
            settings: settings
        )
        let response =
            isForProgram ? Response.error(error) : .page(page, status: error.status)
        guard error.status == .methodNotAllowed else { return response }
        let methods = route?.methods(overSocket: request.peer == .unix) ?? []
        let allowed = methods.contains(.get) ? methods + [.head] : methods
        return response.with("Allow", allowed.map(\.rawValue).joined(separator: ", "))
    }
}
