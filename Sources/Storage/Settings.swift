package import Notes
internal import SQLite

/// The name of one thing that is set for the whole library.
package struct SettingKey: RawRepresentable, Hashable, Sendable {
    /// As it is stored.
    package let rawValue: String

    /// Makes up a name.
    package init(rawValue: String) { self.rawValue = rawValue }
}

extension SettingKey: Bindable {}

extension Reading where Self: ~Copyable {
    /// What is set; nil where nothing is.
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

    /// What the learner has settled about studying; where nothing is stored or can be read, as most leave it.
    package func settings() throws -> StudySettings {
        try connection.remembering("study settings") {
            try setting(.study).flatMap { StoredJSON.read($0, as: StudySettings.self) }
                ?? StudySettings()
        }
    }

    /// Whom to ask for words; where nothing is stored or can be read, nobody but the dictionaries.
    package func lookupSettings() throws -> LookupSettings {
        guard let text = try setting(.lookup) else { return LookupSettings() }
        return StoredJSON.read(text, as: LookupSettings.self) ?? LookupSettings()
    }

    /// What the learner has settled about the map; where nothing is stored or can be read, as it comes.
    package func mapSettings() throws -> MapSettings {
        guard let text = try setting(.map) else { return MapSettings() }
        return StoredJSON.read(text, as: MapSettings.self) ?? MapSettings()
    }
}

extension Writer {
    /// Sets one thing, whatever was set before.
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

    /// Settles everything about studying, whatever was settled before.
    package func set(_ settings: StudySettings) throws {
        try set(.study, to: try StoredJSON.text(of: settings))
    }

    /// The same by the JSON alone, or as if nothing had ever been settled; memories follow.
    func settle(_ json: String?) throws {
        let before = try settings().rules
        if let json {
            try set(.study, to: json)
        } else {
            try connection.run("DELETE FROM setting WHERE key = :key", ["key": SettingKey.study])
        }
        guard try settings().rules != before else { return }
        var schedulers = try Schedulers(self)
        _ = try refreshAllStates(by: &schedulers)
    }

    /// Settles what the map shows and whom it asks.
    package func set(_ settings: MapSettings) throws {
        try set(.map, to: try StoredJSON.text(of: settings))
    }

    /// Settles whom to ask for words.
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
    /// What a language model's server wants to see.
    package static let lookupKey = SettingKey(rawValue: "lookup-key")
}
