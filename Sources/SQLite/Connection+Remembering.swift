import CSQLite

extension Connection {
    /// Caches what `read` returns until the file is changed.
    ///
    /// For small values that many queries need. Only within a transaction. A writing connection does not notice its own
    /// changes, so it reads anew each time.
    ///
    /// - Parameters:
    ///   - name: Identifies the value in the whole program.
    ///   - changes: How many changes of the file the value may outlive, if it is only an estimate.
    package func remembering<Value>(
        _ name: StaticString,
        throughChanges changes: Int = 0,
        _ read: () throws -> Value
    ) throws -> Value {
        guard case .read = access else { return try read() }
        let version = try version()
        if version != remembered {
            memories = memories.compactMapValues { memory in
                memory.changes > 0 ? (memory.value, memory.changes - 1) : nil
            }
            remembered = version
        }
        if let value = memories[name.utf8Start]?.value as? Value { return value }
        let value = try read()
        memories[name.utf8Start] = (value, changes)
        return value
    }

    /// A number that changes whenever another connection has changed the file.
    package func version() throws -> Int64 {
        if let seenVersion { return seenVersion }
        let version = try row("PRAGMA data_version") { $0.int64(0) } ?? 0
        // It cannot change within a transaction.
        if sqlite3_get_autocommit(handle) == 0 { seenVersion = version }
        return version
    }
}
