import Languages
package import Notes

/// The settings of the map's tile sources.
package struct MapSettingsPage: Page {
    private let form: MapForm
    private let settings: StudySettings

    package init(form: MapForm, settings: StudySettings = StudySettings()) {
        self.form = form
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.form([.close, .alert, .check])
        return Document(title: "Map pictures", assets: assets, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Map pictures",
                    action: .mapSources,
                    exit: ReturnPath(.settings()),
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
                    submitButton("reset") { "Use the usual ones again" }
                }
            }
            LeaveDialog()
            StatusRegion()
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
        case "labels": "Satellite images with names"
        default: "Map"
        }
    }

    private func field(_ name: String, _ title: Phrase, _ value: String) -> some HTML {
        Field(name, title) {
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
