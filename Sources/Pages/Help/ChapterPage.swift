import Languages
package import Manual
package import Notes

package struct ChapterPage: Page {
    private let chapter: Chapter
    private let isInside: Bool
    private let settings: StudySettings

    /// - Parameter isInside: Whether the library is open for the browser, so that the page has the navigation.
    package init(chapter: Chapter, isInside: Bool, settings: StudySettings) {
        self.chapter = chapter
        self.isInside = isInside
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: Phrase(verbatim: chapter.title),
            assets: HelpFrame.assets([.back]),
            settings: settings
        ) {
            HelpFrame(isInside: isInside) {
                header(.class("page-head")) {
                    a(.class("icon-btn"), .href(.help()), .ariaLabel("All chapters")) {
                        Icon.back.large
                    }
                    h1(.lang(InterfaceLanguage.english)) { chapter.title }
                }
                ManualLanguageNote()
                div(.class("chapter"), .lang(InterfaceLanguage.english), .dir(.leftToRight)) {
                    p(.class("muted")) { ManualLine(chapter.summary) }
                    contents
                    Each(chapter.sections) { section in
                        Pages.section(.text("id", section.id)) {
                            section.heading.map { heading in h2 { heading } }
                            Each(section.blocks) { ManualView($0) }
                        }
                    }
                }
                neighbours
                HelpSearch()
            }
        }.render()
    }

    @HTMLBuilder private var contents: some HTML {
        let headings = chapter.sections.compactMap { section in
            section.heading.map { (title: $0, id: section.id) }
        }
        if headings.count > 2 {
            ul(.class("contents")) {
                Each(headings) { heading in
                    li {
                        a(.href(.chapter(chapter.name, heading: heading.id))) { heading.title }
                    }
                }
            }
        }
    }

    @HTMLBuilder private var neighbours: some HTML {
        let all = Chapter.all
        let index = all.firstIndex(of: chapter) ?? 0
        nav(.class("neighbours"), .ariaLabel("Chapters")) {
            if index > 0 { neighbour(all[index - 1], "Previous chapter") }
            if index + 1 < all.count { neighbour(all[index + 1], "Next chapter") }
        }
    }

    private func neighbour(_ chapter: Chapter, _ direction: Phrase) -> some HTML {
        a(.class("btn"), .href(.chapter(chapter.name))) {
            span {
                small(.class("muted")) { direction }
                span(.lang(InterfaceLanguage.english)) { chapter.title }
            }
        }
    }
}
