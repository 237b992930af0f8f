extension Connection {
    /// What `read` found in the file the last time, as long as nobody has changed the file since.
    ///
    /// For small things that are read with every question. It must be asked within a transaction, and of a connection
    /// that reads alone: one that writes does not notice what it changes itself, and reads again each time.
    ///
    /// - Parameter name: names what is read, once in the program.
    public func remembering<Value>(
        _ name: StaticString,
        _ read: () throws -> Value
    ) throws -> Value {
        guard case .read = access else { return try read() }
        let version = try row("PRAGMA data_version") { $0.int64(0) }
        if version != remembered {
            memories = [:]
            remembered = version
        }
        if let value = memories[name.utf8Start] as? Value { return value }
        let value = try read()
        memories[name.utf8Start] = value
        return value
    }
}
