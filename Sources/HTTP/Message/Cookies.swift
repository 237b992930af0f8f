/// The cookies that a browser sends with a request.
package struct Cookies: Hashable, Sendable {
    private let pairs: [Query.Item]

    /// Reads the values of all `Cookie` lines; a part without `=` is passed over.
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

    /// The first value under a name; names differ by case.
    package subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// All values under a name: a browser sends several when their paths differ.
    package func all(_ name: String) -> [String] {
        pairs.compactMap { $0.name == name ? $0.value : nil }
    }
}

extension Substring {
    fileprivate var unquoted: Substring {
        count >= 2 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
    }
}
