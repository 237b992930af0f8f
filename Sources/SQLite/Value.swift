/// A value as SQLite stores it.
@usableFromInline
package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type that can be bound to a parameter of a statement.
@usableFromInline
package protocol Bindable {
    var storedValue: Value { get }
}

extension Value: Bindable {
    @inlinable package var storedValue: Value { self }
}

extension Int64: Bindable {
    @inlinable package var storedValue: Value { .integer(self) }
}

extension Int: Bindable {
    @inlinable package var storedValue: Value { .integer(Int64(self)) }
}

extension UInt8: Bindable {
    @inlinable package var storedValue: Value { .integer(Int64(self)) }
}

extension Bool: Bindable {
    @inlinable package var storedValue: Value { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    @inlinable package var storedValue: Value { .real(self) }
}

extension String: Bindable {
    @inlinable package var storedValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    @inlinable package var storedValue: Value { .blob(self) }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    @inlinable package var storedValue: Value { rawValue.storedValue }
}
