/// The names and values of a form, in an address or a body: in order, possibly repeated.
package struct Query: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package var name: String
        /// Empty if there was no `=`.
        package var value: String
    }

    package var items: [Item]

    package init(_ items: [Item] = []) {
        self.items = items
    }

    /// Parses `application/x-www-form-urlencoded` text, where `+` is a space.
    ///
    /// - Throws: 400 for invalid escapes, text that is not UTF-8, control characters other than tab and line ends, and more
    ///   than 1000 items.
    package init(formEncoded bytes: some Collection<UInt8>) throws(HTTPError) {
        items = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            guard items.count < 1000 else {
                throw HTTPError(.badRequest, message: "The form has too many fields.")
            }
            let pair = part.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = try PercentEncoding.decodeFormText(pair[0])
            let value = pair.count > 1 ? try PercentEncoding.decodeFormText(pair[1]) : ""
            items.append(Item(name: name, value: value))
        }
    }

    /// The names and values as pairs, for callers that know nothing of HTTP.
    package var pairs: [(String, String)] { items.map { ($0.name, $0.value) } }

    /// The first value of a name.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values of a name, in order.
    package func all(_ name: String) -> [String] {
        items.compactMap { $0.name == name ? $0.value : nil }
    }
}
