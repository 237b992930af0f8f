/// Identifies a version of what is at an address (`ETag`), so that browsers need not load it twice.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// Without the quotation marks.
    package let value: String
    /// Whether it means equivalent content rather than the same bytes.
    package let isWeak: Bool

    /// - Parameter value: ASCII without blanks and quotation marks, such as a hash.
    package init(_ value: String, isWeak: Bool = false) {
        precondition(value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        self.value = value
        self.isWeak = isWeak
    }

    init?(header: some StringProtocol) {
        var text = Substring(header)
        isWeak = text.hasPrefix("W/")
        if isWeak { text = text.dropFirst(2) }
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        let value = text.dropFirst().dropLast()
        guard !value.contains("\"") else { return nil }
        self.value = String(value)
    }

    /// As in a header.
    package var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }

    /// The same version in another coding.
    var weak: EntityTag { EntityTag(value, isWeak: true) }

    /// Whether an `If-None-Match` contains it, by weak comparison.
    func isNamed(in headers: Headers) -> Bool {
        headers.list("If-None-Match").contains {
            $0 == "*" || EntityTag(header: $0)?.value == value
        }
    }

    /// Whether an `If-Range` contains it, by strong comparison, or is missing.
    func allowsRange(in headers: Headers) -> Bool {
        guard let condition = headers["If-Range"] else { return true }
        return !isWeak && EntityTag(header: condition) == self
    }
}
