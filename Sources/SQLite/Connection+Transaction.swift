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
        seenVersion = nil
        defer { seenVersion = nil }
        switch intent {
        case .read: try run("BEGIN DEFERRED")
        case .write: try run("BEGIN IMMEDIATE")
        }
        defer { if hasGuest { sendGuestHome() } }
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

// MARK: - Reading together

extension Connection {
    /// Holds on to the file as it is now, until `stopReading`.
    func startReading() throws {
        seenVersion = nil
        try run("BEGIN DEFERRED")
        // A transaction has the state of its first look.
        _ = try row("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
    }

    func stopReading() {
        _ = try? run("COMMIT")
        seenVersion = nil
    }

    /// Forgets the pages that it keeps.
    func releaseMemory() { sqlite3_db_release_memory(handle) }
}

// MARK: - Laid files

extension Connection {
    /// Takes the rows of a file's tables that are not there into those of the same name and form here, within a transaction.
    public func takeRows(of tables: [StaticString], from file: LaidFile) throws {
        try run("ATTACH :path AS guest", ["path": file.path])
        hasGuest = true
        for table in tables {
            try execute(script: "INSERT OR IGNORE INTO main.\(table) SELECT * FROM guest.\(table)")
        }
    }

    /// A file that was read within a transaction stays until its end.
    private func sendGuestHome() {
        _ = try? run("DETACH guest")
        hasGuest = false
    }
}
