import HTTP
import Pages

/// The headers that keep browsers from running or loading anything but Omena's own files.
enum SecurityHeaders {
    private typealias Header = (name: String, value: String)

    /// For every response.
    private static let always: [Header] = [
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// For everything that a browser may open as a page or run as a worker.
    private static let pages: [Header] = [
        ("Content-Security-Policy", policy()),
        // Not stricter, because map servers refuse requests without a referrer.
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// Browsers that were here once use TLS from then on.
    private static let strict: [Header] = [("Strict-Transport-Security", "max-age=31536000")]

    /// - Parameters:
    ///   - pictures: Other origins from which a page may load pictures.
    ///   - connections: Other origins to which a worker may connect.
    static func policy(pictures: [String] = [], connections: [String] = []) -> String {
        [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
            "img-src \((["'self'"] + pictures).joined(separator: " "))", "media-src 'self'",
            "connect-src \((["'self'"] + connections).joined(separator: " "))",
            "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// For files from elsewhere: nothing in them runs, also where a browser opens one as a page.
    ///
    /// Browsers show a picture in a page of their own, whose style is inline.
    private static let media: [Header] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
        )
    ]

    /// The response with the headers that matter to it.
    ///
    /// Scripts and style sheets live under their page's policy. A session loads some forty of them, and these headers would
    /// be a tenth of the bytes.
    static func added(
        to response: Response,
        of route: Route?,
        at access: AccessPolicy
    ) -> Response {
        var secured = response
        for header in always + others(response, of: route, at: access) {
            secured.headers[header.name] = header.value
        }
        // Pages with a map bring a policy that allows its pictures.
        if let policy = response.headers["Content-Security-Policy"] {
            secured.headers["Content-Security-Policy"] = policy
        }
        return secured
    }

    private static func others(
        _ response: Response,
        of route: Route?,
        at access: AccessPolicy
    ) -> [Header] {
        if isPart(response, of: route) { return [] }
        let pages = pages + (access.ownsHost ? strict : [])
        if case .media = route, response.status == .ok { return pages + media }
        return pages
    }

    private static func isPart(_ response: Response, of route: Route?) -> Bool {
        guard case .asset = route, let type = response.headers["Content-Type"] else { return false }
        return ["text/javascript", "text/css", "application/wasm"].contains { type.hasPrefix($0) }
    }
}
