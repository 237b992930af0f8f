import Languages
import Manual
package import Notes

/// The chapters of the manual, and a search in it, which works without scripts.
package struct HelpPage: Page {
    private let query: String
    private let isInside: Bool
    private let settings: StudySettings

    /// - Parameter isInside: Whether the library is open for the browser, so that the page has the navigation.
    package init(query: String?, isInside: Bool, settings: StudySettings) {
        self.query = query ?? ""
        self.isInside = isInside
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = HelpFrame.assets(script: "js/help.js")
        return Document(title: "Help", assets: assets, settings: settings) {
            HelpFrame(isInside: isInside) {
                header(.class("page-head")) { h1 { "Help" } }
                ManualLanguageNote()
                HelpSearch(query: query)
                section(.id("found"), .text("data-query", query)) {
                    if !query.isEmpty { results }
                }
                template(.id("nothing-found")) { Self.nothing }
                template(.id("hits")) { hits([]) }
                ul(
                    .class("rows chapters"),
                    .id("chapters"),
                    .lang(InterfaceLanguage.english),
                    .dir(.leftToRight)
                ) {
                    Each(Chapter.all) { chapter in
                        li {
                            a(.href(.chapter(chapter.name))) {
                                b { chapter.title }
                                small(.class("muted")) { chapter.summary.map(\.words).joined() }
                            }
                        }
                    }
                }
            }
        }.render()
    }

    @HTMLBuilder private var results: some HTML {
        let hits = ManualSearch(query).hits()
        if hits.isEmpty { Self.nothing } else { self.hits(hits) }
    }

    private static var nothing: Element { p { "Nothing in the manual has these words." } }

    private func hits(_ hits: [ManualSearch.Hit]) -> Element {
        div {
            h2 { "Found in the manual" }
            ul(.class("rows chapters"), .lang(InterfaceLanguage.english), .dir(.leftToRight)) {
                Each(hits) { hit in
                    li {
                        a(.href(.chapter(hit.chapter.name, heading: hit.id))) {
                            b { hit.title }
                            small(.class("muted")) { hit.excerpt }
                        }
                    }
                }
            }
        }
    }
}
