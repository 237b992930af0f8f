/// The header fields of a message: in order, possibly repeated, with case-insensitive names.
package struct Headers: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        /// Without leading and trailing whitespace.
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The first value of a name; setting it replaces all values, setting nil removes them.
    package subscript(name: String) -> String? {
        get { fields.first { $0.name.isSameName(as: name) }?.value }
        set {
            guard let newValue else { return fields.removeAll { $0.name.isSameName(as: name) } }
            guard let index = fields.firstIndex(where: { $0.name.isSameName(as: name) }) else {
                return append(name, newValue)
            }
            fields[index].value = newValue
            let rest = fields[(index + 1)...]
            guard rest.contains(where: { $0.name.isSameName(as: name) }) else { return }
            fields = fields[...index] + rest.filter { !$0.name.isSameName(as: name) }
        }
    }

    /// All values of a name, in order.
    package func all(_ name: String) -> [String] {
        fields.compactMap { $0.name.isSameName(as: name) ? $0.value : nil }
    }

    /// Adds a field, also if there are others of the same name.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Removes the whitespace that libmicrohttpd leaves at the ends of values.
    mutating func trimValues() {
        for index in fields.indices {
            guard let last = fields[index].value.utf8.last, last == 0x20 || last == 0x09 else {
                continue
            }
            fields[index].value = String(fields[index].value.trimmed)
        }
    }

    /// The members of the comma-separated values of a name, trimmed and without empty ones.
    package func list(_ name: String) -> [Substring] {
        all(name).flatMap { $0.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } }
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension UInt8 {
    /// Whether two bytes of ASCII are equal except for case.
    fileprivate func isSameLetter(as other: UInt8) -> Bool {
        self == other
            || (self ^ other == 0x20 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20)
    }
}

extension StringProtocol {
    /// Whether two ASCII texts are equal except for case.
    func isSameName(as other: some StringProtocol) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // As in `allBytes`.
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                left.indices.allSatisfy { left[$0].isSameLetter(as: right[$0]) }
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8) { $0.isSameLetter(as: $1) }
    }

    /// Whether all bytes of the text in UTF-8 meet a condition.
    ///
    /// Reading them where they lie takes a quarter of the time of the view's iterator.
    func allBytes(_ isAllowed: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isAllowed) }
            ?? utf8.allSatisfy(isAllowed)
    }

    /// Without leading and trailing spaces and tabs.
    var trimmed: Self.SubSequence {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
