/// A value as SQLite keeps it.
public enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What can be bound to a parameter of a statement.
public protocol Bindable {
    /// The value as SQLite keeps it.
    var storedValue: Value { get }
}

extension Int64: Bindable {
    public var storedValue: Value { .integer(self) }
}

extension Int: Bindable {
    public var storedValue: Value { .integer(Int64(self)) }
}

extension UInt8: Bindable {
    public var storedValue: Value { .integer(Int64(self)) }
}

extension Bool: Bindable {
    public var storedValue: Value { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    public var storedValue: Value { .real(self) }
}

extension String: Bindable {
    public var storedValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    public var storedValue: Value { .blob(self) }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    public var storedValue: Value { rawValue.storedValue }
}

/// The values of a statement's parameters, by name: `["id": id, "name": name]` for `:id` and `:name`.
public struct Arguments: ExpressibleByDictionaryLiteral {
    let pairs: [(StaticString, (any Bindable)?)]

    public init(dictionaryLiteral pairs: (StaticString, (any Bindable)?)...) {
        self.pairs = pairs
    }
}
