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
    /// As it is.
    @inlinable public var storedValue: Value { .integer(self) }
}

extension Int: Bindable {
    /// As an integer.
    @inlinable public var storedValue: Value { .integer(Int64(self)) }
}

extension UInt8: Bindable {
    /// As an integer.
    @inlinable public var storedValue: Value { .integer(Int64(self)) }
}

extension Bool: Bindable {
    /// 1 for true, 0 for false.
    @inlinable public var storedValue: Value { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    /// As it is.
    @inlinable public var storedValue: Value { .real(self) }
}

extension String: Bindable {
    /// As it is.
    @inlinable public var storedValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    /// As it is.
    @inlinable public var storedValue: Value { .blob(self) }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    /// That of the raw value.
    @inlinable public var storedValue: Value { rawValue.storedValue }
}

/// The values of a statement's parameters, by name: `["id": id, "name": name]` for `:id` and `:name`.
public struct Arguments: ExpressibleByDictionaryLiteral {
    let pairs: [(StaticString, (any Bindable)?)]

    /// Pairs each name with its value, best in the order of the SQL.
    public init(dictionaryLiteral pairs: (StaticString, (any Bindable)?)...) {
        self.pairs = pairs
    }
}
