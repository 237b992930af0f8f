import CSQLite

extension Connection {
    /// Returns the value of `read`, cached until the file changes.
    ///
    /// For small values that many queries need. Only within a transaction. A writing connection does not notice its own
    /// changes, so it reads every time.
    ///
    /// - Parameters:
    ///   - name: Identifies the value in the whole program.
    ///   - changes: How many changes of the file the value may outlive, if it is only an estimate.
    package func cached<Value>(
        _ name: StaticString,
        throughChanges changes: Int = 0,
        _ read: () throws -> Value
    ) throws -> Value {
        guard case .read = access else { return try read() }
        let version = try version()
        if version != cachedVersion {
            cache = cache.compactMapValues { entry in
                entry.changes > 0 ? (entry.value, entry.changes - 1) : nil
            }
            cachedVersion = version
        }
        if let value = cache[name.utf8Start]?.value as? Value { return value }
        let value = try read()
        cache[name.utf8Start] = (value, changes)
        return value
    }

    /// Returns what `parse` makes of a text; nil if nothing.
    ///
    /// The latest values are kept. For settings, which nearly every transaction reads and few change, because parsing them takes
    /// many times longer than reading them. They depend on nothing but their texts, so a connection that writes can keep them too.
    package func parsed<Value>(
        _ text: String,
        _ parse: (String) throws -> Value?
    ) rethrows -> Value? {
        let key = ParsedText(text: text, type: ObjectIdentifier(Value.self))
        if let known = parsedTexts[key] { return known as? Value }
        let value = try parse(text)
        if parsedTexts.count >= Self.maxParsed { parsedTexts = [:] }
        parsedTexts.updateValue(value, forKey: key)
        return value
    }

    private static let maxParsed = 64

    /// A number that changes whenever another connection has changed the file.
    package func version() throws -> Int64 {
        if let snapshotVersion { return snapshotVersion }
        let version = try row("PRAGMA data_version") { $0.int64(0) } ?? 0
        // It cannot change within a transaction.
        if sqlite3_get_autocommit(handle) == 0 { snapshotVersion = version }
        return version
    }
}

/// A text, and the type of what it was parsed as.
struct ParsedText: Hashable {
    let text: String
    let type: ObjectIdentifier
}
