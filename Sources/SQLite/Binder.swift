/// What takes the columns of a row from left to right, with no list of them in between: for rows that are written by the
/// million.
public protocol ColumnSink: ~Copyable {
    /// Takes the value of the next column.
    mutating func bind(stored value: Value)
}

extension ColumnSink where Self: ~Copyable {
    /// Takes the value of the next column.
    @inlinable
    public mutating func bind(_ value: (some Bindable)?) {
        bind(stored: value?.storedValue ?? .null)
    }
}

/// Gives the `?` of a statement their values, from left to right.
public struct Binder: ColumnSink, ~Copyable {
    private let statement: Statement
    private var place: Int32 = 0
    private var failure: DatabaseError?

    init(_ statement: Statement) { self.statement = statement }

    /// Gives the next one its value.
    public mutating func bind(stored value: Value) {
        place += 1
        // What was not bound since the last time holds nothing already.
        if case .null = value { return }
        do {
            try statement.bind(value, at: place)
        } catch {
            failure = failure ?? error
        }
    }

    consuming func finish() throws(DatabaseError) {
        if let failure { throw failure }
        statement.checkCount(Int(place))
    }
}
