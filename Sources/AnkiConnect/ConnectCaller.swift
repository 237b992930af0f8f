package import HTTP

/// Who sends a request, as far as its head tells.
package struct ConnectCaller: Hashable, Sendable {
    /// The origin of a page or an extension, or `program:` and a name.
    let identity: String
    let hasOrigin: Bool

    /// Nil where nobody can be told from others: a page without an origin of its own.
    package init?(_ head: RequestHead) {
        if let origin = head.headers["Origin"] {
            let origin = origin.lowercased()
            guard origin.contains("://"), origin.utf8.count <= 200,
                origin.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return nil }
            identity = origin
            hasOrigin = true
            return
        }
        // Only browsers send this, and they send the origin of a page with it.
        if let site = head.headers["Sec-Fetch-Site"], site != "none" { return nil }
        identity = "program:" + Self.program(head.headers["User-Agent"] ?? "")
        hasOrigin = false
    }

    /// Whether it is a page of a web site.
    var isWebPage: Bool { identity.hasPrefix("http://") || identity.hasPrefix("https://") }

    /// The name at the beginning of a user agent: `curl` of `curl/8.5.0`.
    private static func program(_ agent: String) -> String {
        let name = agent.prefix { $0 != "/" && $0 != " " }
            .filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        return name.isEmpty ? "unnamed" : String(name.prefix(40))
    }
}
