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
        return Document(title: "Map images", assets: assets, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Map images",
                    action: .mapSources,
                    exit: ReturnPath(.settings()),
                    isUnsaved: form.flaw != nil
                ) {
                    outcome
                    p(.class("muted")) {
                        "Your browser loads map images from these addresses once you’ve allowed it on the map. Each address contains {z}, {x} and {y}. Without an address, the map shows only outlines."
                    }
                    Each(MapForm.sources) { name, path in
                        source(name, form.settings[keyPath: path])
                    }
                    if !form.settings.allowed.isEmpty { forget }
                    submitButton("reset") { "Restore defaults" }
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
                field("\(name)-credit", "Attribution", source.credit)
            }
        }
    }

    private func title(of name: String) -> Phrase {
        switch name {
        case "satellite": "Satellite"
        case "labels": "Satellite images with labels"
        default: "Map"
        }
    }

    private func field(_ name: String, _ title: Phrase, _ value: String) -> some HTML {
        Field(name, title) {
            fieldInput(name, .text("value", value), .fixed("dir", "ltr"))
        }
    }

    private var forget: some HTML {
        label(.class("tick-line")) {
            input(.type("checkbox"), .fixed("name", "forget"), .fixed("value", "on"))
            span {
                "Ask again before loading images from: \(form.settings.allowed.sorted().joined(separator: ", "))"
            }
        }
    }
}
