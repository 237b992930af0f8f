package import Languages
package import Notes

/// The form of the map's tile sources.
package struct MapForm: Sendable {
    package private(set) var settings: MapSettings
    /// Why the settings were not saved.
    package private(set) var flaw: Phrase?
    /// Whether the settings were just saved.
    package var isSaved = false

    package init(_ settings: MapSettings) { self.settings = settings }

    /// The sources by the prefix of their fields, in the order in which they are shown.
    static var sources: [(name: String, source: WritableKeyPath<MapSettings, TileSource>)] {
        [("standard", \.standard), ("satellite", \.satellite), ("labels", \.labels)]
    }

    /// Reads a submitted form; an invalid address is shown again with the reason.
    ///
    /// - Parameter value: The value of a field, nil where the form has no such field.
    package mutating func read(_ value: (String) -> String?) {
        let defaults = MapSettings()
        if value("do") == "reset" {
            for (_, source) in Self.sources {
                settings[keyPath: source] = defaults[keyPath: source]
            }
            return
        }
        if value("forget") == "on" { settings.allowed = [] }
        for (name, path) in Self.sources {
            guard let address = value("\(name)-address")?.trimmed else { continue }
            let credit = (value("\(name)-credit") ?? "").trimmed
            let source = [settings[keyPath: path], defaults[keyPath: path]].first {
                $0.address == address && $0.credit == credit
            }
            settings[keyPath: path] =
                source ?? TileSource(address: address, credit: String(credit.prefix(200)))
            if !address.isEmpty, settings[keyPath: path].origin == nil {
                flaw =
                    "“\(String(address.prefix(40)))” isn’t a valid map address. Use https:// and a host, followed by {z}, {x} and {y}."
            }
        }
    }
}
