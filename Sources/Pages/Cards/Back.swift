package import Notes

/// Where a form leads when it is done: a path on this very server, never another.
package struct Back: Hashable, Sendable {
    /// The most bytes a path may have.
    static let maximumLength = 2_000

    /// The path, and the query if there is one, as a browser shows it.
    package let path: String

    /// Reads a path; nil where a browser could take it for an address elsewhere.
    package init?(_ text: String?) {
        // Browsers take a backslash for a slash, and drop tabs and line ends from anywhere.
        guard let text, text.utf8.count <= Self.maximumLength, text.utf8.first == 0x2F,
            text.utf8.dropFirst().first != 0x2F,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else { return nil }
        path = text
    }

    /// The path of one of our own pages.
    package init(_ route: Route) { path = route.path }
}

extension Back {
    /// The same, telling a page that lists changes or notes what was just done.
    package func telling(_ change: ChangeID?) -> Back {
        let page = path.prefix { $0 != "?" }
        let tellers = ["/cards", "/decks", "/tags", "/types", "/history", "/bin", "/places"]
        guard let change, tellers.contains(String(page)) else { return self }
        return Back("\(path)\(path.contains("?") ? "&" : "?")done=\(change)") ?? self
    }
}

extension Attribute {
    static func href(_ back: Back) -> Attribute { .text("href", back.path) }
}
