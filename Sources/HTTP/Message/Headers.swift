/// The named lines at the head of a message: in order, with repeats, found whatever their case.
package struct Headers: Hashable, Sendable {
    /// One line.
    package struct Field: Hashable, Sendable {
        /// As it was written; compared without regard to case.
        package var name: String
        /// Without the blanks around it.
        package var value: String

        /// Makes a line.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All lines in order.
    package private(set) var fields: [Field]

    /// Makes a head with the given lines.
    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The first value under a name; setting it replaces all of them, setting nil removes them.
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

    /// All values under a name, in order.
    package func all(_ name: String) -> [String] {
        fields.compactMap { $0.name.isSameName(as: name) ? $0.value : nil }
    }

    /// Adds a line and keeps those of the same name.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Takes away the blanks that libmicrohttpd leaves at the ends of values.
    mutating func trimValues() {
        for index in fields.indices {
            guard let last = fields[index].value.utf8.last, last == 0x20 || last == 0x09 else {
                continue
            }
            fields[index].value = String(fields[index].value.trimmed)
        }
    }

    /// The members of a value that is a list, over all lines of that name, without blanks and empty ones.
    package func list(_ name: String) -> [Substring] {
        all(name).flatMap { $0.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } }
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    /// Makes a head of literal names and values, in the order they are written.
    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension StringProtocol {
    /// Whether two ASCII texts differ in case at most.
    func isSameName(as other: some StringProtocol) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return utf8.elementsEqual(other.utf8) { left, right in
            left == right
                || (left ^ right == 0x20 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= left | 0x20)
        }
    }

    /// Without the blanks around it, as HTTP means blank: spaces and tabs.
    var trimmed: Self.SubSequence {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
