/// SQL composed of literals with the values that they bind; what a learner typed can only be bound.
package struct SQL: Hashable, Sendable {
    /// With `?` for values.
    package private(set) var text: String
    package private(set) var values: [Value]

    /// A literal with a `?` for each value.
    package init(_ literal: StaticString, _ values: (any Bindable)...) {
        text = "\(literal)"
        self.values = values.map(\.storedValue)
    }

    package init(joining parts: some Sequence<SQL>, by separator: StaticString) {
        text = parts.map(\.text).joined(separator: "\(separator)")
        values = parts.flatMap(\.values)
    }

    /// SQL composed of names in the schema, never of what a learner typed.
    package init(trusted text: String) {
        self.text = text
        values = []
    }

    /// The names of columns, separated by commas.
    package init(columns: [StaticString]) { self.init(joining: columns.map { SQL($0) }, by: ", ") }

    /// A list of values in parentheses, to follow `IN`.
    package init(list values: some Collection<some Bindable>) {
        text = "(\(values.map { _ in "?" }.joined(separator: ", ")))"
        self.values = values.map(\.storedValue)
    }

    /// Joins two parts with a space.
    package static func + (left: SQL, right: SQL) -> SQL {
        var sum = left
        sum += right
        return sum
    }

    package static func += (left: inout SQL, right: SQL) {
        left.text += " \(right.text)"
        left.values += right.values
    }

    package var parenthesized: SQL {
        var sql = self
        sql.text = "(\(text))"
        return sql
    }
}
