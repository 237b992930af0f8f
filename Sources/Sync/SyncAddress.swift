package import LibraryValues

/// The address of a peer's server, in which no other server can be hidden: `https://cards.example.org`, or
/// `https://school.example.org/~anna` for a learner on a server of several.
package struct SyncAddress: Hashable, Sendable, CustomStringConvertible {
    /// Without a slash at its end.
    package let description: String
    /// Host and port.
    package let authority: String

    /// Reads an address as somebody types it: https where it names no scheme, and http for this computer alone, because a
    /// token and all cards would be sent unencrypted.
    package init(_ typed: String) throws(SyncProblem) {
        var text = typed.filter { !$0.isWhitespace }
        // The address of a page is likely to be copied.
        for page in ["/settings/sync", "/settings", "/"] where text.hasSuffix(page) {
            text.removeLast(page.count)
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var scheme: String?
        var rest = parts[...]
        if parts.count >= 3, parts[0].hasSuffix(":"), parts[1].isEmpty {
            scheme = parts[0].lowercased()
            rest = parts.dropFirst(2)
        }
        guard let first = rest.first, rest.count <= 2, Self.isAuthority(first) else {
            throw .badAddress
        }
        let authority = first.lowercased()
        let learner = rest.dropFirst().first
        guard learner.map(Self.isLearner) != false else { throw .badAddress }
        let isLocal = Self.isLocal(authority)
        switch scheme ?? (isLocal ? "http:" : "https:") {
        case "https:": description = "https://\(authority)\(learner.map { "/\($0)" } ?? "")"
        case "http:" where isLocal:
            description = "http://\(authority)\(learner.map { "/\($0)" } ?? "")"
        case "http:": throw .unencrypted
        default: throw .badAddress
        }
        self.authority = authority
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 260
            && text.utf8.allSatisfy { isLetterOrDigit($0) || "-.:[]".utf8.contains($0) }
    }

    private static func isLearner(_ text: Substring) -> Bool {
        text.hasPrefix("~") && text.utf8.count <= 100
            && text.utf8.dropFirst().allSatisfy { isLetterOrDigit($0) || "-._%".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    private static func isLocal(_ authority: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains {
            authority == $0 || authority.hasPrefix("\($0):")
        }
    }
}
