import Foundation
import Testing

@testable import Notes

struct MapSettingsTests {
    @Test(arguments: [
        ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", "https://tile.openstreetmap.org"),
        ("https://Maps.Example.org:8443/t/{z}/{y}/{x}", "https://maps.example.org:8443"),
        ("http://127.0.0.1:8080/{z}/{x}/{y}.png", "http://127.0.0.1:8080"),
        ("http://localhost/{z}/{x}/{y}.png", "http://localhost"),
        // Without TLS only this machine is allowed.
        ("http://maps.example.org/{z}/{x}/{y}.png", nil),
        // Only a host may reach the policy.
        ("https://a.org; script-src */{z}/{x}/{y}.png", nil),
        ("https://a.org'/{z}/{x}/{y}.png", nil),
        ("https://*/{z}/{x}/{y}.png", nil),
        ("https://{s}.a.org/{z}/{x}/{y}.png", nil),
        ("https://me@a.org/{z}/{x}/{y}.png", nil),
        ("https:///{z}/{x}/{y}.png", nil),
        ("https://a.org/{z}/{x}.png", nil),
        ("javascript://a.org/{z}/{x}/{y}", nil),
        ("", nil),
    ])
    func findsTheOrigin(address: String, origin: String?) {
        #expect(TileSource(address: address, credit: "").origin == origin)
    }

    @Test func allowsOnlyWhatTheLearnerAllowed() {
        var settings = MapSettings()

        #expect(settings.origins.isEmpty)
        #expect(MapSettings.Style.allCases.allSatisfy { !settings.isAllowed($0) })

        settings.allow(.standard)

        #expect(settings.origins == ["https://tile.openstreetmap.org"])
        #expect(settings.isAllowed(.standard))
        #expect(!settings.isAllowed(.hybrid))

        settings.standard = TileSource(address: "https://b.org/{z}/{x}/{y}", credit: "")

        #expect(settings.origins.isEmpty)
        #expect(!settings.isAllowed(.standard))
    }

    @Test func readsStoredSettings() throws {
        var settings = MapSettings()
        settings.style = .hybrid
        settings.allow(.hybrid)
        settings.labels = TileSource(address: "", credit: "")

        let stored = try JSONEncoder().encode(settings)

        #expect(try JSONDecoder().decode(MapSettings.self, from: stored) == settings)
        let foreign = Data(#"{"style":"globe","standard":7,"allowed":["https://a.org"]}"#.utf8)
        let read = try JSONDecoder().decode(MapSettings.self, from: foreign)
        #expect(read.style == .standard && read.standard == MapSettings().standard)
        #expect(read.allowed == ["https://a.org"] && read.origins.isEmpty)
    }
}
