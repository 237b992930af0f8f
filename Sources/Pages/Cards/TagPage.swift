package import Languages
package import Notes

/// The form that renames a tag, or removes it from all notes.
package struct TagPage: Page {
    private let tag: TagName
    private let written: String
    private let flaw: Phrase?
    private let back: ReturnPath?
    private let settings: StudySettings

    /// - Parameters:
    ///   - written: The new name as typed; nil for the tag's own.
    ///   - flaw: Why the new name was rejected.
    package init(
        tag: TagName,
        written: String? = nil,
        flaw: Phrase? = nil,
        back: ReturnPath?,
        settings: StudySettings
    ) {
        self.tag = tag
        self.written = written ?? tag.text
        self.flaw = flaw
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Tag", assets: .form([.close, .alert, .trash]), settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Tag",
                    action: .cards(.tag(tag, back: back)),
                    exit: back ?? ReturnPath(.cards(.tags())),
                    saveLabel: "Rename",
                    isUnsaved: flaw != nil,
                    deleteLabel: "Remove"
                ) {
                    TextField(name: "name", id: "name", title: "Name", value: written, flaw: flaw)
                    p(.class("hint")) {
                        "For a tag inside another: food::fruit. Enter an existing tag to merge the two. You can undo this."
                    }
                }
            }
            LeaveDialog()
            StatusRegion()
        }.render()
    }
}
