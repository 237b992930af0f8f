/// Gives the `?` of a statement their values, from left to right, with no list of them in between: for rows that are
/// written by the million.
public struct Binder: ~Copyable {
    private let statement: Statement
    private var place: Int32 = 0
    private var failure: DatabaseError?

    init(_ statement: Statement) { self.statement = statement }

    /// Gives the next one its value.
    @inlinable
    public mutating func bind(_ value: (some Bindable)?) {
        bind(stored: value?.storedValue ?? .null)
    }

    @usableFromInline
    mutating func bind(stored value: Value) {
        place += 1
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
