/// SQL that is put together from literals, each with the values that it binds; what a learner typed can only be bound.
public struct SQL: Hashable, Sendable {
    /// What is compiled, with `?` for values.
    public private(set) var text: String
    /// The values, from left to right.
    public private(set) var values: [Value]

    /// A literal with a `?` for each value.
    public init(_ literal: StaticString, _ values: (any Bindable)...) {
        text = "\(literal)"
        self.values = values.map(\.storedValue)
    }

    /// The literal once for each part between them.
    public init(joining parts: some Sequence<SQL>, by separator: StaticString) {
        text = parts.map(\.text).joined(separator: "\(separator)")
        values = parts.flatMap(\.values)
    }

    /// A list in brackets, as stands behind `IN`.
    public init(list values: some Collection<some Bindable>) {
        text = "(\(values.map { _ in "?" }.joined(separator: ", ")))"
        self.values = values.map(\.storedValue)
    }

    /// One after the other, with a space between them.
    public static func + (left: SQL, right: SQL) -> SQL {
        var sum = left
        sum += right
        return sum
    }

    /// Puts the other behind this, with a space between them.
    public static func += (left: inout SQL, right: SQL) {
        left.text += " \(right.text)"
        left.values += right.values
    }

    /// In brackets.
    public var inBrackets: SQL {
        var sql = self
        sql.text = "(\(text))"
        return sql
    }
}
