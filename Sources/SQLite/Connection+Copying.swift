import CSQLite

extension Connection {
    /// Puts a copy of this database, as it is at one moment, in place of the other's content.
    ///
    /// Page by page, so that what is damaged is copied as it is, and as one transaction of the other: its readers see
    /// all of the old content or all of the new. Whoever writes to this database meanwhile is neither held up nor copied.
    ///
    /// - Parameter progress: Is told, now and then, how much of the work is done, from 0 to 1.
    public func copy(over other: Connection, progress: (Double) -> Void) throws {
        try transaction(.read) {
            // A transaction sees one state only from its first look on.
            try run("SELECT 1 FROM sqlite_schema")
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

    /// Copies all rows of a table into one of the same name and form in another database, which holds none.
    public func copyRows(of table: String, to other: Connection) throws {
        let name = table.replacing("\"", with: "\"\"")
        let source = try Statement("SELECT * FROM \"\(name)\"", on: handle)
        let marks = repeatElement("?", count: source.columnCount).joined(separator: ",")
        let target = try Statement("INSERT INTO \"\(name)\" VALUES (\(marks))", on: other.handle)
        while try source.step() {
            try target.bindRow(of: source)
            _ = try target.step()
            target.reset()
        }
    }

    /// 4 MiB of pages of the usual size.
    private static let pagesAtATime: Int32 = 1_024
}
