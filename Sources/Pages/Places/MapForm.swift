package import Languages
package import Notes

/// Where the map's pictures come from, as a form shows and takes it.
package struct MapForm: Sendable {
    /// What was written.
    package private(set) var settings: MapSettings
    /// Why it was not kept.
    package private(set) var flaw: Phrase?
    /// Whether it was just kept.
    package var isSaved = false

    /// Shows what holds.
    package init(_ settings: MapSettings) { self.settings = settings }

    /// The sources by the names of their fields, in the order in which they are shown.
    static var sources: [(name: String, source: WritableKeyPath<MapSettings, TileSource>)] {
        [("standard", \.standard), ("satellite", \.satellite), ("labels", \.labels)]
    }

    /// Takes what was written; an address that is none is shown again with why.
    ///
    /// - Parameter value: The value of a field, nil where the form has no such field.
    package mutating func take(_ value: (String) -> String?) {
        let usual = MapSettings()
        if value("do") == "reset" {
            for (_, source) in Self.sources { settings[keyPath: source] = usual[keyPath: source] }
            return
        }
        if value("forget") == "on" { settings.allowed = [] }
        for (name, path) in Self.sources {
            guard let address = value("\(name)-address")?.trimmed else { continue }
            let credit = (value("\(name)-credit") ?? "").trimmed
            let source = [settings[keyPath: path], usual[keyPath: path]].first {
                $0.address == address && $0.credit == credit
            }
            settings[keyPath: path] =
                source ?? TileSource(address: address, credit: String(credit.prefix(200)))
            if !address.isEmpty, settings[keyPath: path].origin == nil {
                flaw =
                    "“\(String(address.prefix(40)))” is no address of pictures: https:// and a host, with {z}, {x} and {y} after it."
            }
        }
    }
}
