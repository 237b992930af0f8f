import Languages
package import Notes

/// A form that adds or replaces a passphrase, changes the key, or renames a key slot.
package struct LockFormPage: Page {
    package enum Form: Hashable, Sendable {
        case passphrase(replacing: LockSlot?, PassphraseFlaws = .none)
        /// A passphrase for the new key.
        case key(PassphraseFlaws = .none)
        case name(LockSlot)
    }

    private let form: Form
    private let settings: StudySettings

    /// The longest name of a key slot, in characters.
    package static let longestName = 60

    package init(_ form: Form, settings: StudySettings) {
        self.form = form
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: title,
            assets: PageAssets(style: "css/unlock.css", icons: [.alert]),
            settings: settings
        ) {
            main(.class("plain unlock small"), .id("main")) {
                Logo("plain-art small-art")
                h1(.dirAuto) { title }
                if case .key = form {
                    p(.class("muted")) {
                        "All files are encrypted with a new key. From then on, only this passphrase and a new recovery code open the library, and you have to add passkeys again. Copies and backups stored elsewhere keep their old keys."
                    }
                }
                Pages.form(
                    .method("post"),
                    .action(.lockSettings(route)),
                    .class("unlock-form")
                ) {
                    fields
                    button(.type("submit"), .class("btn btn-primary btn-big btn-wide")) {
                        span { "Save" }
                    }
                    a(
                        .class("btn btn-big btn-wide"),
                        .href(.lockSettings(.overview))
                    ) { "Cancel" }
                }
            }
        }.render()
    }

    private var title: Phrase {
        switch form {
        case .passphrase(nil, _): "Add a passphrase"
        case .passphrase(.some, _): "Change the passphrase"
        case .key: "Change the key"
        case .name: "Rename"
        }
    }

    private var route: LockRoute {
        switch form {
        case .passphrase(let slot, _): .passphrase(replacing: slot?.id)
        case .key: .key
        case .name(let slot): .name(slot.id)
        }
    }

    @HTMLBuilder private var fields: some HTML {
        switch form {
        case .passphrase(_, let flaws), .key(let flaws): NewPassphrase(flaws: flaws)
        case .name(let slot):
            Field("name", "Name") {
                fieldInput(
                    "name",
                    .fixed("autocomplete", "off"),
                    .number("maxlength", Self.longestName),
                    .dirAuto,
                    .present("autofocus"),
                    .text("value", slot.name)
                )
            }
        }
    }
}
