import Languages

/// A group of the settings that only links to a page of its own.
struct SettingsLink: HTML {
    let id: StaticString
    let heading: Phrase
    let title: Phrase
    let hint: Phrase
    let action: Phrase
    /// What the action is about, for screen readers.
    let object: Phrase
    let address: String

    func write(to page: inout HTMLWriter) {
        SettingGroup(id: id, title: heading) {
            li(.class("set-row")) {
                SettingLabel(title: title, hint: hint)
                a(.class("btn btn-small"), .text("href", address)) {
                    action
                    span(.class("vh")) {
                        " "
                        object
                    }
                }
            }
        }.write(to: &page)
    }
}
