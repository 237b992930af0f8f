import CSQLite
internal import Synchronization

extension Connection {
    /// Applies the limits and settings of every connection, and those of its access mode.
    func configure(
        access: Access,
        applicationID: Int32,
        limit: Int32,
        isSealed: Bool
    ) throws(DatabaseError) {
        sqlite3_busy_timeout(handle, 5_000)
        // Applies to the whole process: beyond it, caches reuse their pages instead of growing.
        sqlite3_soft_heap_limit64(64 << 20)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, limit)
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1 << 20)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        for (option, isOn) in [
            (SQLITE_DBCONFIG_DEFENSIVE, true),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (SQLITE_DBCONFIG_DQS_DML, false),
            (SQLITE_DBCONFIG_DQS_DDL, false),
            (SQLITE_DBCONFIG_ENABLE_FKEY, true),
        ] {
            omena_sqlite3_config_flag(handle, option, isOn ? 1 : 0)
        }
        switch access {
        case .write:
            // SQLite opens a write-protected file for reading instead of failing.
            guard sqlite3_db_readonly(handle, "main") == 0 else {
                throw DatabaseError(code: .readOnly, message: "the file is write-protected")
            }
            // Before the write-ahead log is turned on, so that the file is marked from its first byte on.
            try createWithChecksums(applicationID: applicationID)
            // A sealed library must not write temporary data to disk unencrypted. Others sort on disk, which takes half the time.
            // Learners who begin at the same time would also wait for checkpoints at the same time.
            try execute(
                script: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA journal_size_limit = 16777216;
                    PRAGMA wal_autocheckpoint = \(Int.random(in: 500...1_000));
                    PRAGMA secure_delete = FAST;
                    PRAGMA cell_size_check = ON;
                    PRAGMA temp_store = \(isSealed ? "MEMORY" : "FILE");
                    PRAGMA cache_size = \(Self.cacheSize(16_384));
                    """
            )
            guard try pragma("journal_mode") == "wal" else {
                throw DatabaseError(
                    code: .cannotOpen,
                    message: "this file system does not support a write-ahead log"
                )
            }
            try rememberLog()
        case .copy:
            // Nobody uses the file before it is complete, so it needs no rollback journal on disk.
            try execute(
                script: """
                    PRAGMA journal_mode = MEMORY;
                    PRAGMA synchronous = FULL;
                    PRAGMA cache_size = -16384;
                    """
            )
        case .overlay:
            try execute(
                script: """
                    PRAGMA journal_mode = MEMORY;
                    PRAGMA synchronous = OFF;
                    PRAGMA secure_delete = FAST;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = -16384;
                    """
            )
        case .memory: break
        case .read:
            try execute(
                script: """
                    PRAGMA query_only = ON;
                    PRAGMA cell_size_check = ON;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = \(Self.cacheSize(32_768));
                    """
            )
        }
    }

    /// Whether this process uses many databases at the same time.
    private static let isForMany = Atomic(false)

    /// Prepares this process for many databases at the same time, before it opens the first.
    ///
    /// SQLite counts its memory under one lock, for which threads that work on different databases would wait. Without the
    /// count there is no limit for all caches together, so each gets a small one.
    package static func prepareForMany() {
        let code = omena_sqlite3_stop_counting_memory()
        precondition(code == SQLITE_OK, "SQLite is in use already")
        isForMany.store(true, ordering: .relaxed)
    }

    /// The size of a cache, as the pragma expects it.
    ///
    /// - Parameter kibibytes: Where only a few databases are in use.
    private static func cacheSize(_ kibibytes: Int) -> Int {
        isForMany.load(ordering: .relaxed) ? -4_096 : -kibibytes
    }

    /// Turns off the write-ahead log mode that was copied into the file.
    func dropLog() throws(DatabaseError) {
        guard try pragma("journal_mode = DELETE") == "delete" else {
            throw DatabaseError(code: .cannotOpen, message: "the copy kept its write-ahead log")
        }
    }

    /// Reads a setting without caching a statement.
    func pragma(_ name: StaticString) throws(DatabaseError) -> String {
        var text = ""
        let code = withUnsafeMutablePointer(to: &text) { text in
            sqlite3_exec(
                handle,
                "PRAGMA \(name)",
                { context, count, values, _ in
                    guard count > 0, let value = values?[0] else { return 0 }
                    context?.assumingMemoryBound(to: String.self).pointee = String(cString: value)
                    return 0
                },
                text,
                nil
            )
        }
        guard code == SQLITE_OK else { throw DatabaseError(handle: handle) }
        return text
    }
}
