import Languages
package import LibraryValues
package import Notes

/// All tags, with links to their notes and to their forms.
package struct TagsPage: Page {
    private let tags: [ListedTag]
    private let done: Change?
    private let settings: StudySettings

    /// - Parameter tags: Sorted by name.
    package init(tags: [ListedTag], done: Change?, settings: StudySettings) {
        self.tags = tags
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Tags", assets: .list([.back]), settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    BackLink(.cards(.list()))
                    h1 { "Tags" }
                }
                if tags.isEmpty {
                    p(.class("muted")) {
                        "No cards have tags yet. Add tags when you edit a card."
                    }
                } else {
                    ul(.class("rows")) { Each(tags) { row($0) } }
                }
                UndoNotice(change: done, back: here)
            }
            StatusRegion()
        }.render()
    }

    private var here: ReturnPath { ReturnPath(.cards(.tags())) }

    private func row(_ tag: ListedTag) -> some HTML {
        let query = SearchPattern(text: tag.name.text).map { SearchTerm.tag($0).description }
        return li(.class("change-row")) {
            a(.class("says"), .href(.cards(.list(query: query ?? "")))) {
                span(.dirAuto) { tag.name.title }
                small(.class("muted")) { "\(tag.notes) cards" }
            }
            a(
                .class("btn btn-small"),
                .href(.cards(.tag(tag.name, back: here))),
                .ariaLabel("Edit \(tag.name.title)")
            ) { "Edit" }
        }
    }
}

/// A tag's name as a learner reads it: `food › fruit`.
func tagTitle(_ name: String) -> String { TagName(name)?.title ?? name }
