internal import SQLite

// A copy of the whole file makes a first sync quick; what belongs to one file only must not travel with it.

extension SettingKey {
    /// Those that all replicas share, and those that follow from the rows that are copied.
    fileprivate static let shared: Set<SettingKey> = [
        .study, .parameters, .parametersReviews, .staleStates, .tallyRollover,
    ]
}

extension Reading where Self: ~Copyable {
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
    package func removeLocal() throws {
        // Or what is deleted would stay in free pages.
        try connection.execute(script: "PRAGMA secure_delete = ON")
        for table in [
            "journal", "browser", "client", "peer", "alias", "kept_file", "knowledge",
        ] {
            try connection.execute(script: "DELETE FROM \(table)")
        }
        for key in try localSettings().keys { try removeSetting(key) }
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
