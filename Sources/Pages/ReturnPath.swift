package import Notes

/// Where a form leads when it is done: always a path on this server, so that no link can redirect to another site.
package struct ReturnPath: Hashable, Sendable {
    /// The longest path accepted, in bytes.
    static let maximumLength = 2_000

    /// The path, with the query if there is one, percent-encoded.
    package let path: String

    /// Nil where a browser could take the text for an address on another server.
    package init?(_ text: String?) {
        // Browsers read a backslash as a slash, and ignore tabs and line ends anywhere.
        guard let text, text.utf8.count <= Self.maximumLength, text.utf8.first == 0x2F,
            text.utf8.dropFirst().first != 0x2F,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else { return nil }
        path = text
    }

    package init(_ route: Route) { path = route.path }

    /// The same on the server of a single learner.
    package var pathOfOne: Substring {
        path.hasPrefix("\(SiteBase.path)/") ? path.dropFirst(SiteBase.path.count) : path[...]
    }
}

extension ReturnPath {
    /// The same path with the change just made, where its page shows a notice that offers to undo it.
    ///
    /// - Parameter inSession: Whether a session shows it too, whose undo key then undoes it before the last answer.
    package func reporting(_ change: ChangeID?, inSession: Bool = false) -> ReturnPath {
        let page = pathOfOne.prefix { $0 != "?" }
        let reporters = ["/cards", "/decks", "/tags", "/types", "/history", "/bin", "/places"]
        let isReporter =
            reporters.contains(String(page)) || page.hasPrefix("/decks/")
            || (inSession && page.hasPrefix("/study/"))
        guard let change, isReporter else { return self }
        return ReturnPath("\(path)\(path.contains("?") ? "&" : "?")done=\(change)") ?? self
    }
}

extension Attribute {
    static func href(_ returnPath: ReturnPath) -> Attribute { .text("href", returnPath.path) }
}
