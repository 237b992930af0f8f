import CSQLite

extension Connection {
    /// Replaces the other database's content with a snapshot of this one.
    ///
    /// Pages are copied as they are, damaged ones too, in one transaction of the other database: its readers see either the
    /// old content or the new. Writers of this database are neither blocked nor copied.
    ///
    /// - Parameter progress: Called now and then with the completed share of the work, from 0 to 1.
    package func copy(over other: Connection, progress: (Double) -> Void) throws {
        try transaction(.read) {
            // A transaction fixes its snapshot at its first read.
            try run("SELECT 1 FROM sqlite_schema")
            // The first page says so, and a large copy writes others before it. The mark is copied as well.
            if hasChecksums { try other.createWithChecksums(applicationID: 1) }
            guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
                throw DatabaseError(handle: other.handle)
            }
            var code = SQLITE_OK
            while code == SQLITE_OK {
                code = sqlite3_backup_step(backup, Self.pagesAtATime)
                let total = max(1, sqlite3_backup_pagecount(backup))
                progress(1 - Double(sqlite3_backup_remaining(backup)) / Double(total))
            }
            let end = sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE, end == SQLITE_OK else {
                let code = ResultCode(rawValue: code == SQLITE_DONE ? end : code)
                throw DatabaseError(code: code, message: code.description)
            }
        }
    }

    /// Copies all rows of a table into the empty one of the same name and columns in another database.
    package func copyRows(of table: String, to other: Connection) throws {
        let columns = try columns(of: table)
        let names = columns.map(Self.quoted).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let name = Self.quoted(table)
        let source = try Statement("SELECT \(names) FROM \(name)", on: handle)
        let target = try Statement(
            "INSERT INTO \(name) (\(names)) VALUES (\(marks))",
            on: other.handle
        )
        while try source.step() {
            try target.bindRow(of: source)
            _ = try target.step()
            target.reset()
        }
    }

    /// 4 MiB with pages of the usual size.
    private static let pagesAtATime: Int32 = 1_024
}
