import CSQLite

extension Connection {
    /// Whether a transaction takes the write lock at its start.
    package enum Intent: Sendable {
        case read
        case write
    }

    /// Runs `body` as one transaction, which is rolled back if it throws.
    ///
    /// Throws `ResultCode.moved` if the file was overwritten, in which case nothing is written, or if file or log no longer
    /// have their names, which is only certain afterwards.
    package func transaction<Result>(
        _ intent: Intent,
        _ body: () throws -> Result
    ) throws -> Result {
        snapshotVersion = nil
        defer { snapshotVersion = nil }
        switch intent {
        case .read: try run("BEGIN DEFERRED")
        case .write: try run("BEGIN IMMEDIATE")
        }
        defer { detachFile() }
        do {
            let result = try body()
            if intent == .write { try checkContent() }
            try run("COMMIT")
            if intent == .write { try checkNames() }
            return result
        } catch {
            // SQLite may have rolled back already, because of a full or broken disk.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }
}

// MARK: - Shared snapshots

extension Connection {
    /// Fixes a snapshot of the file until `stopReading`.
    func startReading() throws {
        snapshotVersion = nil
        try run("BEGIN DEFERRED")
        _ = try row("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
    }

    func stopReading() {
        _ = try? run("COMMIT")
        snapshotVersion = nil
    }

    /// Empties the page cache.
    func releaseMemory() { sqlite3_db_release_memory(handle) }
}

// MARK: - Bulk insertion

extension Connection {
    /// Inserts the rows of a table in another file that meet a condition, within a transaction.
    ///
    /// Fails if a row violates a constraint or the number of rows is not the expected one, so that no row is lost silently.
    ///
    /// - Parameters:
    ///   - condition: Excludes rows that exist here, as SQL about the table.
    ///   - count: How many rows there are to insert.
    package func insertRows(
        of table: StaticString,
        columns: [StaticString],
        from file: BTreeFile,
        where condition: SQL,
        expecting count: Int
    ) throws {
        if !hasAttachedFile {
            try run("ATTACH :path AS bulk", ["path": file.path])
            hasAttachedFile = true
        }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let statement = try Statement(
            """
            INSERT INTO main.\(table) (\(names))
            SELECT \(names)
            FROM bulk.\(table)
            WHERE \(condition.text)
            """,
            on: handle
        )
        try statement.bind(condition.values)
        while try statement.step() {}
        let inserted = Int(sqlite3_changes64(handle))
        guard inserted == count else {
            throw BTreeFlaw("\(table) took \(inserted) rows instead of \(count)")
        }
    }

    /// A file that was read within a transaction cannot be detached before its end.
    private func detachFile() {
        guard hasAttachedFile else { return }
        _ = try? run("DETACH bulk")
        hasAttachedFile = false
    }
}
