import HTTP

/// What every answer carries, so that a browser runs and loads nothing but Omena's own.
enum Guards {
    private static let headers: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            [
                "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
                "img-src 'self'", "media-src 'self'", "connect-src 'self'", "manifest-src 'self'",
                "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
            ].joined(separator: "; ")
        ),
        ("X-Content-Type-Options", "nosniff"),
        // Not stricter: the map's tiles are only given to pages that say where they are.
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The response with all of them.
    static func added(to response: Response) -> Response {
        var response = response
        for header in headers { response.headers[header.name] = header.value }
        return response
    }
}
