import HTTP
import Languages

extension Request {
    /// Whether a script asks, which reads JSON, rather than a browser that shows a page.
    var isByScript: Bool { self.headers["Accept"]?.hasPrefix("application/json") == true }

    /// Whether a browser asks for a page to show.
    var isNavigation: Bool {
        self.method.isSafe && !isByScript && self.peer != .unix
            && self.headers["Sec-Fetch-Mode"].map { $0 == "navigate" } != false
    }

    /// Whether a browser sends a form in order to show the page that answers it.
    var isFormOfPage: Bool { self.headers["Sec-Fetch-Mode"] == "navigate" }

    /// The first available language in `Accept-Language`; English for commands, which ask over the socket.
    var preferredLanguage: InterfaceLanguage {
        guard self.peer != .unix else { return .english }
        return self.headers["Accept-Language"].flatMap { .preferred(by: $0) } ?? .english
    }

    /// What a script asks for in place of the whole page: `Prefer: rows=20`.
    var preference: (name: Substring, number: Int?)? {
        let parts = self.headers["Prefer"]?.split(separator: "=", maxSplits: 1) ?? []
        return parts.first.map { ($0, parts.dropFirst().first.flatMap { Int($0) }) }
    }
}
