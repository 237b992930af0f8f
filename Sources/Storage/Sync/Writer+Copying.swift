package import SQLite

// A copy of the whole file makes a first sync quick; what belongs to one file only must not travel with it.

extension SettingKey {
    /// Those that all replicas share, and those that follow from the rows that are copied.
    static let shared: Set<SettingKey> = [
        .study, .parameters, .parametersReviews, .staleStates, .tallyRollover,
    ]
}

extension Reading where Self: ~Copyable {
    /// The latest clock of all facts, and of all that the library has heard of.
    package func latestClock() throws -> Int64 {
        try connection.row(
            """
            SELECT max(clock)
            FROM (
                SELECT clock FROM replica
                UNION ALL
                SELECT clock FROM fact
                UNION ALL
                SELECT clock FROM event_origin
                UNION ALL
                SELECT clock FROM parked
            )
            """
        ) { $0.int64(0) } ?? 0
    }

    /// The settings of this file alone.
    package func localSettings() throws -> [SettingKey: String] {
        let all = try connection.rows("SELECT key, value FROM setting") {
            (SettingKey(rawValue: $0.text(0)), $0.text(1))
        }
        return Dictionary(uniqueKeysWithValues: all.filter { !SettingKey.shared.contains($0.0) })
    }
}

extension Writer {
    /// Removes everything that says something about this file only: who may use it, its history and its own settings.
    func removeLocal() throws {
        for table in [
            "journal", "browser", "client", "peer", "alias", "kept_file", "knowledge",
        ] {
            try connection.execute(script: "DELETE FROM \(table)")
        }
        for key in try localSettings().keys { try removeSetting(key) }
        try removeIncompleteSeries(of: nil)
        try markReplaced()
    }

    /// Makes the copy of another replica this file's own.
    ///
    /// - Parameter settings: Those that this file had.
    package func adoptCopy(keeping settings: [SettingKey: String]) throws {
        try removeLocal()
        for (key, value) in settings { try set(key, to: value) }
        try set(.hasMerged, to: "1")
    }
}

extension Database {
    /// Passes on the pages of a snapshot, without what belongs to this file only and what can be built again.
    ///
    /// The write-ahead log is not emptied until `body` returns.
    package func withPagesForReplica(_ body: (UsedPages) throws -> Void) throws {
        try StorageError.translating {
            try pool.withSettledFile {
                let connection = try Connection(
                    path: pool.path,
                    in: pool.files,
                    access: .overlay,
                    applicationID: 0,
                    extensions: .search
                )
                defer { try? connection.close() }
                try connection.transaction(.write) {
                    let writer = Writer(connection: connection, vocabulary: Vocabulary())
                    try writer.removeLocal()
                    try writer.dropSearchIndex()
                }
                try body(UsedPages(of: connection))
            }
        }
    }

    /// Puts another file, which nobody has open, in the place of this one, unless something was done here.
    ///
    /// - Parameters:
    ///   - files: The file system of the other file if it is sealed. It has a key of its own, so that its content is copied.
    ///   - done: Called before any other thread can change the new content.
    package func becomeCopy(
        at path: String,
        in files: SealedFiles? = nil,
        done: () -> Void
    ) throws -> Bool {
        try StorageError.translating {
            try pool.withWriter { connection in
                let writer = Writer(connection: connection, vocabulary: Vocabulary())
                guard try connection.transaction(.read, { try writer.isUnused() }) else {
                    return false
                }
                try share(fileAt: path)
                if let files {
                    try copyOver(path, in: files)
                } else {
                    try swapFile(with: path)
                }
                done()
                return true
            }
        }
    }
}
