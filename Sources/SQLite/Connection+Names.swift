import CSQLite

extension Connection {
    /// Remembers which file the write-ahead log is.
    func rememberLog() throws(DatabaseError) {
        // A file that has one is read with it, so from here on the log exists.
        try execute(script: "PRAGMA schema_version")
        log = logName.flatMap { FileIdentity($0) }
    }

    /// Fails if the database or its write-ahead log was moved, deleted or replaced, or the database overwritten.
    func checkFile() throws(DatabaseError) {
        try checkNames()
        try checkContent()
    }

    /// Fails if the database or its write-ahead log was moved, deleted or replaced.
    ///
    /// What was written then is on disk, but whoever opens the database next would not find it.
    func checkNames() throws(DatabaseError) {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        let isLogThere = log == nil || log == logName.flatMap { FileIdentity($0) }
        guard code != SQLITE_OK || hasMoved == 0, isLogThere else { throw Self.moved }
    }

    /// Fails if the database was overwritten in place.
    ///
    /// Nothing may be committed then: the log belongs to what the file held before, and when it has grown enough, it is moved
    /// into the file, whose first page would be ours again.
    func checkContent() throws(DatabaseError) {
        guard isOurs else { throw Self.moved }
    }

    /// Whether the file still holds what was written last, as far as its first page and its size tell.
    ///
    /// Where other processes of ours write too, nobody knows.
    var isOurs: Bool {
        var isOurs = true
        if isAlone {
            sqlite3_file_control(handle, "main", CheckedPages.isOursOperation, &isOurs)
        }
        return isOurs
    }

    /// Whether another database was copied over the file, so that the log belongs to what it held before.
    var isReplaced: Bool {
        var isReplaced = false
        if isAlone {
            sqlite3_file_control(handle, "main", CheckedPages.isReplacedOperation, &isReplaced)
        }
        return isReplaced
    }

    private static var moved: DatabaseError {
        DatabaseError(code: .moved, message: "the file was moved, deleted or overwritten")
    }

    private var logName: UnsafePointer<CChar>? {
        sqlite3_db_filename(handle, "main").flatMap { sqlite3_filename_wal($0) }
    }
}
