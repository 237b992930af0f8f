import Languages
package import LibraryValues
package import Notes

/// All tags, the cards that have each, and the ways to change them.
package struct TagsPage: Page {
    private let tags: [ListedTag]
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - tags: All of them, by name.
    ///   - done: What was just done.
    ///   - settings: What the learner has settled about pages.
    package init(tags: [ListedTag], done: Change?, settings: StudySettings) {
        self.tags = tags
        self.done = done
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Tags", parts: .history, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) { h1 { "Tags" } }
                if tags.isEmpty {
                    p(.class("muted")) {
                        "No card has a tag yet. Tags are written in a card’s form."
                    }
                } else {
                    ul(.class("rows")) { Each(tags) { row($0) } }
                }
                DoneNote(change: done, back: here)
            }
            Status()
        }.render()
    }

    private var here: Back { Back(.cards(.tags())) }

    private func row(_ tag: ListedTag) -> some HTML {
        let query = SearchPattern(text: tag.name.text).map { SearchTerm.tag($0).description }
        return li(.class("change-row")) {
            a(.class("says"), .href(.cards(.list(query: query ?? "")))) {
                span(.dirAuto) { tag.name.text }
                small(.class("muted")) { "\(tag.notes) cards" }
            }
            a(
                .class("btn btn-small"),
                .href(.cards(.tag(tag.name, back: here))),
                .ariaLabel("Edit \(tag.name.text)")
            ) { "Edit" }
        }
    }
}
