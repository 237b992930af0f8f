import CSQLite

extension Connection {
    /// What `read` found in the file the last time, as long as nobody has changed the file since, or not often.
    ///
    /// For small things that are read with every question. It must be asked within a transaction, and of a connection
    /// that reads alone: one that writes does not notice what it changes itself, and reads again each time.
    ///
    /// - Parameters:
    ///   - name: names what is read, once in the program.
    ///   - changes: how many changes of the file it outlives, as what is only guessed by can.
    public func remembering<Value>(
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

    /// A number that is another one as soon as some other connection has changed the file.
    public func version() throws -> Int64 {
        if let seenVersion { return seenVersion }
        let version = try row("PRAGMA data_version") { $0.int64(0) } ?? 0
        // A transaction sees one state.
        if sqlite3_get_autocommit(handle) == 0 { seenVersion = version }
        return version
    }
}
