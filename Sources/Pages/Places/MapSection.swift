import Languages
import Notes

/// The map with its controls; the page's script draws it.
struct MapSection: HTML {
    let settings: MapSettings

    func write(to page: inout HTMLWriter) {
        section(.class("map-section"), .ariaLabel("Map")) {
            noscript {
                p(.class("map-words")) {
                    "The map needs JavaScript. You can still add, read and edit every place in the list."
                }
            }
            div(.id("map"), .class("map"), .hidden)
            p(.class("vh"), .id("map-keys")) {
                "Use the arrow keys to move the map, plus and minus to zoom, and Enter to add a place at the centre. The list beside the map contains every place."
            }
            span(.class("crosshair"), .ariaHidden)
            div(.class("map-bar"), .reserved, .hidden) {
                styles
                button(
                    .class("icon-btn map-float"),
                    .type("button"),
                    .id("jump"),
                    .ariaLabel("Go to a place")
                ) { Icon.list.large }
            }
            div(.class("map-tools"), .reserved, .hidden) {
                tool("zoom-in", "Zoom in", .plus)
                tool("zoom-out", "Zoom out", .minus)
                tool("here", "My location", .target)
                tool("drop", "Add a place here", .star)
            }
            consent
            p(.class("credit"), .id("credit"), .hidden)
        }.write(to: &page)
    }

    private var styles: some HTML {
        div(
            .class("segment map-float"),
            .role("radiogroup"),
            .id("styles"),
            .ariaLabel("Map style")
        ) {
            Each([
                (MapSettings.Style.standard, "Map" as Phrase), (.satellite, "Satellite"),
                (.hybrid, "Hybrid"),
            ]) { style, word in
                label {
                    input(
                        .type("radio"),
                        .fixed("name", "style"),
                        .text("value", style.rawValue),
                        .present("checked", if: style == settings.style),
                        .fixed("autocomplete", "off")
                    )
                    span { word }
                }
            }
        }
    }

    private func tool(_ id: StaticString, _ name: Phrase, _ icon: Icon) -> some HTML {
        button(.class("icon-btn"), .type("button"), .id(id), .ariaLabel(name), .title(name)) {
            icon.large
        }
    }

    /// Asks for permission before tiles are loaded from another server.
    private var consent: some HTML {
        form(
            .class("consent"),
            .id("consent"),
            .method("post"),
            .action(.places(.tiles)),
            .ariaLabel("Map images"),
            .hidden
        ) {
            p(.id("consent-words"))
            HiddenField("style", settings.style.rawValue)
            HiddenField("at", "")
            div(.class("consent-actions")) {
                button(
                    .class("btn btn-small"),
                    .type("submit"),
                    .fixed("name", "allow"),
                    .fixed("value", "on")
                ) { "Load map images" }
                button(.class("btn btn-small btn-quiet"), .type("button"), .id("later")) {
                    "Not now"
                }
            }
        }
    }
}
