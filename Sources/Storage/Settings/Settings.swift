package import Notes
internal import SQLite

/// The key of a setting of the whole library.
package struct SettingKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

extension SettingKey: Bindable {}

extension Reading where Self: ~Copyable {
    package func setting(_ key: SettingKey) throws -> String? {
        try connection.row(
            """
            SELECT value
            FROM setting
            WHERE key = :key
            """,
            ["key": key]
        ) { $0.text(0) }
    }

    /// The study settings; the default ones if none are stored or readable.
    package func settings() throws -> StudySettings {
        try connection.cached("study settings") { try decoded(.study) ?? StudySettings() }
    }

    /// The lookup settings; the default ones if none are stored or readable.
    package func lookupSettings() throws -> LookupSettings {
        try decoded(.lookup) ?? LookupSettings()
    }

    /// The map settings; the default ones if none are stored or readable.
    package func mapSettings() throws -> MapSettings { try decoded(.map) ?? MapSettings() }

    private func decoded<Stored: Decodable>(_ key: SettingKey) throws -> Stored? {
        try setting(key).flatMap { text in
            connection.parsed(text) { StoredJSON.read($0, as: Stored.self) }
        }
    }
}

extension Writer {
    package func set(_ key: SettingKey, to value: String) throws {
        try connection.run(
            """
            INSERT INTO setting (key, value)
            VALUES (:key, :value)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """,
            ["key": key, "value": value]
        )
    }

    func removeSetting(_ key: SettingKey) throws {
        try connection.run("DELETE FROM setting WHERE key = :key", ["key": key])
    }

    package func set(_ settings: StudySettings) throws {
        try set(.study, to: try StoredJSON.text(of: settings))
        try rebuildStaleTallies()
    }

    /// Restores earlier study settings from JSON, or the default ones, and recomputes the states of all cards if necessary.
    func restoreStudySettings(_ json: String?) throws {
        let before = try settings().rules
        if let json {
            try set(.study, to: json)
        } else {
            try removeSetting(.study)
        }
        try rebuildStaleTallies()
        guard try settings().rules != before else { return }
        var schedulers = try Schedulers(self)
        _ = try refreshAllStates(by: &schedulers)
    }

    package func set(_ settings: MapSettings) throws {
        try set(.map, to: try StoredJSON.text(of: settings))
    }

    package func set(_ settings: LookupSettings) throws {
        try set(.lookup, to: try StoredJSON.text(of: settings))
    }
}

extension SettingKey {
    /// `StudySettings`, as JSON.
    package static let study = SettingKey(rawValue: "study")
    /// `LookupSettings`, as JSON.
    package static let lookup = SettingKey(rawValue: "lookup")
    /// `MapSettings`, as JSON.
    package static let map = SettingKey(rawValue: "map")
    /// The API key of a language model's server.
    package static let lookupKey = SettingKey(rawValue: "lookup-key")
}
