import CSQLite

extension Connection {
    /// Whether a transaction is sure to write.
    public enum Intent: Sendable {
        case read
        case write
    }

    /// Runs `body` as one transaction: all of it happens, or, when it throws, nothing.
    public func transaction<Result>(
        _ intent: Intent,
        _ body: () throws -> Result
    ) throws -> Result {
        switch intent {
        case .read: try run("BEGIN DEFERRED")
        case .write: try run("BEGIN IMMEDIATE")
        }
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk or a broken one may have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }
}
