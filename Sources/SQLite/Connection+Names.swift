import CSQLite

extension Connection {
    /// Remembers which file the write-ahead log is.
    func rememberLog() throws(DatabaseError) {
        // A file that has one is read with it, so from here on the log exists.
        try execute(script: "PRAGMA schema_version")
        log = logName.flatMap { FileIdentity($0) }
    }

    /// Fails if the database or its write-ahead log was moved, deleted or replaced.
    ///
    /// What is written then is on disk, but whoever opens the database next would not find it.
    func checkNames() throws(DatabaseError) {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        let isLogThere = log == nil || log == logName.flatMap { FileIdentity($0) }
        guard code != SQLITE_OK || hasMoved == 0, isLogThere else {
            throw DatabaseError(code: .moved, message: "the file was moved or deleted")
        }
    }

    private var logName: UnsafePointer<CChar>? {
        sqlite3_db_filename(handle, "main").flatMap { sqlite3_filename_wal($0) }
    }
}
