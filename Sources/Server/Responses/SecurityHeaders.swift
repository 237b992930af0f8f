import HTTP
import Pages

/// What answers carry, so that a browser runs and loads nothing but Omena's own.
enum Guards {
    private typealias Header = (name: String, value: String)

    /// For every answer.
    private static let always: [Header] = [
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// For all that a browser may open by itself or run as a worker.
    private static let pages: [Header] = [
        ("Content-Security-Policy", policy()),
        // Not stricter: the map's tiles are only given to pages that say where they are.
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// What a page may run and load: Omena's own, and the map also pictures from those whom the learner has allowed.
    ///
    /// - Parameters:
    ///   - pictures: Scheme and host of others whose pictures a page may show.
    ///   - connections: Scheme and host of others whom a worker may ask.
    static func policy(pictures: [String] = [], connections: [String] = []) -> String {
        [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
            "img-src \((["'self'"] + pictures).joined(separator: " "))", "media-src 'self'",
            "connect-src \((["'self'"] + connections).joined(separator: " "))",
            "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// For what learners bring: whatever it is, nothing in it runs, also where a browser opens it by itself.
    ///
    /// A browser shows a picture in a page of its own making, whose style is inline.
    private static let media: [Header] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
        )
    ]

    /// The response with those that mean something for it.
    ///
    /// The scripts and sheets of a page live under the page's own policy. A session loads some forty of them, and the
    /// words above would be a tenth of all that it takes.
    static func added(to response: Response, of route: Route?) -> Response {
        var guarded = response
        for header in always + others(response, of: route) {
            guarded.headers[header.name] = header.value
        }
        // The map has a wider one, which it wrote itself.
        if let policy = response.headers["Content-Security-Policy"] {
            guarded.headers["Content-Security-Policy"] = policy
        }
        return guarded
    }

    private static func others(_ response: Response, of route: Route?) -> [Header] {
        if case .media = route, response.status == .ok { return pages + media }
        return isPart(response, of: route) ? [] : pages
    }

    private static func isPart(_ response: Response, of route: Route?) -> Bool {
        guard case .asset = route, let type = response.headers["Content-Type"] else { return false }
        return ["text/javascript", "text/css", "application/wasm"].contains { type.hasPrefix($0) }
    }
}
