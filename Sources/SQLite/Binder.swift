/// Receives the columns of a row from left to right.
///
/// It avoids an array for each row, because an import writes millions of rows.
@usableFromInline
package protocol ColumnSink: ~Copyable {
    mutating func bind(stored value: Value)
}

extension ColumnSink where Self: ~Copyable {
    @inlinable
    package mutating func bind(_ value: (some Bindable)?) {
        bind(stored: value?.storedValue ?? .null)
    }
}

/// Binds the `?` parameters of a statement from left to right.
package struct Binder: ColumnSink, ~Copyable {
    private let statement: Statement
    private var position: Int32 = 0
    private var failure: DatabaseError?

    init(_ statement: Statement) { self.statement = statement }

    package mutating func bind(stored value: Value) {
        position += 1
        // Parameters are NULL until they are bound.
        if case .null = value { return }
        do {
            try statement.bind(value, at: position)
        } catch {
            failure = failure ?? error
        }
    }

    consuming func finish() throws(DatabaseError) {
        if let failure { throw failure }
        statement.checkCount(Int(position))
    }
}
