/// Names and values as a form sends them, in the address or in the body: in order, with repeats.
package struct Query: Hashable, Sendable {
    /// One name with its value.
    package struct Item: Hashable, Sendable {
        /// Decoded, as the value is.
        package var name: String
        /// Empty when there was no `=`.
        package var value: String

        /// Makes an item.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All items in order.
    package var items: [Item]

    /// Makes a query of the given items.
    package init(_ items: [Item] = []) {
        self.items = items
    }

    /// Reads `application/x-www-form-urlencoded` text, where `+` is a space.
    ///
    /// Refused with 400: escapes that are cut off or not hexadecimal, what is not UTF-8, control characters other
    /// than tab and line ends, and more than 1000 items.
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

    /// The first value under a name.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values under a name, in order.
    package func all(_ name: String) -> [String] {
        items.compactMap { $0.name == name ? $0.value : nil }
    }
}
