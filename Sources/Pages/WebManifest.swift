import JSON
import Languages
import Notes

/// The web app manifest, which lets a phone install Omena as an app.
package struct WebManifest: Sendable {
    package init() {}

    /// JSON in UTF-8; its content type is `application/manifest+json`.
    package func render() -> [UInt8] {
        JSONWriter.object {
            $0.set("id", Route.home.path)
            $0.set("name", name)
            $0.set("short_name", name)
            $0.set("description", say("Flash cards for every language you are learning"))
            $0.set("start_url", Route.home.path)
            $0.set("scope", Route.home.path)
            $0.set("lang", InterfaceLanguage.current.rawValue)
            $0.set("dir", InterfaceLanguage.current.direction.rawValue)
            $0.set("display", "standalone")
            $0.set("background_color", "#FAF6F1")
            $0.set("theme_color", "#FAF6F1")
            $0.set("icons", each: Self.icons) { icon, member in
                member.set("src", Asset.route(icon.name).path)
                member.set("sizes", icon.sizes)
                member.set("type", icon.type)
                member.set("purpose", icon.purpose)
            }
        }
    }

    /// A tablet may have an app for each of several learners.
    private var name: String {
        SiteBase.path.isEmpty ? "Omena" : "Omena \(SiteBase.path.dropFirst(2))"
    }

    private static let icons = [
        ("icons/logo.svg", "any", "image/svg+xml", "any"),
        ("icons/icon-192.png", "192x192", "image/png", "any"),
        ("icons/icon-512.png", "512x512", "image/png", "any"),
        ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
    ].map { (name: $0.0, sizes: $0.1, type: $0.2, purpose: $0.3) }
}
