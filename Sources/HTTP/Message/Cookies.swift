/// The cookies that a browser sends with a request.
package struct Cookies: Hashable, Sendable {
    private let pairs: [Query.Item]

    /// Parses the values of all `Cookie` lines; parts without `=` are ignored.
    package init(_ lines: [String]) {
        pairs = lines.flatMap { line in
            line.split(separator: ";").compactMap { part in
                guard let mark = part.firstIndex(of: "=") else { return nil }
                return Query.Item(
                    name: String(part[..<mark].trimmed),
                    value: String(part[part.index(after: mark)...].trimmed.unquoted)
                )
            }
        }
    }

    /// All values of a name, which is case-sensitive: browsers send several when their paths differ.
    package func all(_ name: String) -> [String] {
        pairs.compactMap { $0.name == name ? $0.value : nil }
    }
}

extension Substring {
    fileprivate var unquoted: Substring {
        count >= 2 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
    }
}
