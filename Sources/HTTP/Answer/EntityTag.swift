/// Names one version of what lies at an address (`ETag`), so that a browser need not fetch it twice.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the quotation marks.
    package let value: String
    /// Whether it means "as good as the same" rather than "the same bytes".
    package let isWeak: Bool

    /// Makes a tag from letters that need no quoting, a hash for instance.
    package init(_ value: String, isWeak: Bool = false) {
        precondition(value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        self.value = value
        self.isWeak = isWeak
    }

    /// Reads one tag as it stands in a header; nil when it is none.
    init?(header: some StringProtocol) {
        var text = Substring(header)
        isWeak = text.hasPrefix("W/")
        if isWeak { text = text.dropFirst(2) }
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        let value = text.dropFirst().dropLast()
        guard !value.contains("\"") else { return nil }
        self.value = String(value)
    }

    /// As it stands in a header.
    package var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }

    /// The same version, of which another coding is sent.
    var weak: EntityTag { EntityTag(value, isWeak: true) }

    /// Whether an `If-None-Match` names it: there a weak tag is as good as a strong one.
    func isNamed(in headers: Headers) -> Bool {
        headers.list("If-None-Match").contains {
            $0 == "*" || EntityTag(header: $0)?.value == value
        }
    }

    /// Whether an `If-Range` names it, or there is none: there only the same bytes will do.
    func allowsRange(in headers: Headers) -> Bool {
        guard let condition = headers["If-Range"] else { return true }
        return !isWeak && EntityTag(header: condition) == self
    }
}
