import Languages
package import Notes

/// Where a learner says who is asked for the pictures of the map.
package struct MapSettingsPage: Page {
    private let form: MapForm
    private let settings: StudySettings

    /// - Parameters:
    ///   - form: What it shows.
    ///   - settings: What the learner has settled about pages.
    package init(form: MapForm, settings: StudySettings = StudySettings()) {
        self.form = form
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Map pictures", parts: .mapSettings, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Map pictures",
                    action: .mapSources,
                    leave: Back(.settings()),
                    saves: "Save",
                    isUnsaved: form.flaw != nil
                ) {
                    outcome
                    p(.class("muted")) {
                        "Your browser asks these for pictures, once you have allowed it on the map. An address names the square with {z}, {x} and {y}; without one the map shows lines alone."
                    }
                    Each(MapForm.sources) { name, path in
                        source(name, form.settings[keyPath: path])
                    }
                    if !form.settings.allowed.isEmpty { forget }
                    button(
                        .class("btn"),
                        .type("submit"),
                        .fixed("name", "do"),
                        .fixed("value", "reset")
                    ) { "Use the usual ones again" }
                } aside: {
                    CancelLink(leave: Back(.settings()))
                }
            }
            LeaveDialog()
            Status()
        }.render()
    }

    @HTMLBuilder private var outcome: some HTML {
        if let flaw = form.flaw { AlertNote(flaw) }
        if form.isSaved {
            p(.class("note done"), .role("status")) {
                Icon.check.small
                span { "Saved." }
            }
        }
    }

    private func source(_ name: String, _ source: TileSource) -> some HTML {
        fieldset(.class("field")) {
            legend { title(of: name) }
            div(.class("two")) {
                field("\(name)-address", "Address", source.address)
                field("\(name)-credit", "Credit", source.credit)
            }
        }
    }

    private func title(of name: String) -> Phrase {
        switch name {
        case "satellite": "Satellite"
        case "labels": "Names over the satellite’s pictures"
        default: "Map"
        }
    }

    private func field(_ name: String, _ title: Phrase, _ value: String) -> some HTML {
        div(.class("field")) {
            label(.text("for", name)) { title }
            input(
                .class("input"),
                .text("id", name),
                .type("text"),
                .text("name", name),
                .text("value", value),
                .fixed("dir", "ltr")
            )
        }
    }

    private var forget: some HTML {
        label(.class("tick-line")) {
            input(.type("checkbox"), .fixed("name", "forget"), .fixed("value", "on"))
            span {
                "Ask me again before others are asked: \(form.settings.allowed.sorted().joined(separator: ", "))"
            }
        }
    }
}

extension Parts {
    fileprivate static let mapSettings = Parts(
        style: "css/form.css",
        script: "js/form.js",
        icons: [.close, .alert, .check]
    )
}

/// The way from the settings to who is asked for the map's pictures.
struct MapPanel: HTML {
    func write(to page: inout HTMLWriter) {
        section(.class("group"), .aria("aria-labelledby", "map-settings")) {
            h2(.id("map-settings")) { "Map" }
            ul(.class("rows")) {
                li(.class("set-row")) {
                    span(.class("what")) {
                        span(.class("set-name")) { "Where the map’s pictures come from" }
                        small { "OpenStreetMap and Sentinel-2, or others" }
                    }
                    a(.class("btn btn-small"), .href(.mapSources)) {
                        "Set up"
                        span(.class("vh")) {
                            " "
                            "where map pictures come from"
                        }
                    }
                }
            }
        }.write(to: &page)
    }
}
