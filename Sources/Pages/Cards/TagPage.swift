package import Languages
package import Notes

/// A tag's name, and the way to take it from all cards.
package struct TagPage: Page {
    private let tag: TagName
    private let written: String
    private let flaw: Phrase?
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - tag: The tag as it is.
    ///   - written: What it is to be called, as far as that is written.
    ///   - flaw: Why it cannot be called so.
    ///   - back: Where it leads when it is done or given up.
    ///   - settings: What the learner has settled about pages.
    package init(
        tag: TagName,
        written: String? = nil,
        flaw: Phrase? = nil,
        back: Back?,
        settings: StudySettings
    ) {
        self.tag = tag
        self.written = written ?? tag.text
        self.flaw = flaw
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Tag", parts: .tag, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Tag",
                    action: .cards(.tag(tag, back: back)),
                    leave: leave,
                    saves: "Rename",
                    isUnsaved: flaw != nil
                ) {
                    TextField(
                        name: "name",
                        id: "name",
                        title: "Name",
                        value: written,
                        flaw: flaw
                    )
                    p(.class("hint")) {
                        "A tag inside another: food::fruit. The name of another tag makes the two one. You can undo it."
                    }
                } aside: {
                    button(
                        .class("btn btn-quiet"),
                        .type("submit"),
                        .fixed("name", "do"),
                        .fixed("value", "delete")
                    ) {
                        Icon.trash.small
                        "Remove"
                    }
                }
            }
            LeaveDialog()
            Status()
        }.render()
    }

    private var leave: Back { back ?? Back(.cards(.tags())) }
}

extension Parts {
    fileprivate static let tag = Parts(
        style: "css/form.css",
        script: "js/form.js",
        icons: [.close, .alert, .trash]
    )
}
