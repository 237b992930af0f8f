import Languages
import Notes

/// The query and the sort order of the list.
struct SearchForm: HTML {
    let query: String
    let sort: NoteSort

    func write(to page: inout HTMLWriter) {
        form(
            .class("search-form"),
            .id("search"),
            .role("search"),
            .method("get"),
            .action(.cards(.list())),
            .fixed("autocomplete", "off")
        ) {
            div(.class("search")) {
                Icon.search.large
                input(
                    .type("search"),
                    .id("query"),
                    .fixed("name", "query"),
                    .text("value", query),
                    .searchLength,
                    .ariaLabel("Search cards"),
                    .placeholder("Search"),
                    .fixed("autocapitalize", "off"),
                    .fixed("spellcheck", "false"),
                    .fixed("enterkeyhint", "search"),
                    .dirAuto
                )
                help
            }
            div(.class("sort")) {
                Icon.sort.large
                select(.class("input"), .id("sort"), .fixed("name", "sort"), .ariaLabel("Sort")) {
                    Each(NoteSort.allCases) { sort in
                        selectOption(sort.rawValue, isSelected: sort == self.sort) { sort.words }
                    }
                }
            }
            button(.class("vh"), .type("submit"), .tabindex(-1), .id("go")) { "Search" }
        }.write(to: &page)
    }

    private var help: some HTML {
        details(.class("search-help")) {
            summary(.class("icon-btn"), .ariaLabel("What you can search for")) { Icon.info.large }
            dl(.class("menu")) {
                Each(Self.examples) { example, meaning in
                    div {
                        dt { kbd { example } }
                        dd { meaning }
                    }
                }
                div {
                    dt { HelpLink("search", about: "What can be searched") }
                    dd { "everything that can be searched for" }
                }
            }
        }
    }

    private static let examples: [(String, Phrase)] = [
        ("omena", "the word in any field or tag; ome* for words that start with ome"),
        (#""good morning""#, "an exact phrase"),
        ("deck:First tag:food", "in a deck and with a tag"),
        ("is:due or is:new", "due today, new; also is:suspended, is:leech"),
        ("type:verb -paris", "verbs, excluding a word"),
        ("front:apple", "in the field with that name"),
        ("due<7 lapses>3 added:1", "by number and by day"),
    ]
}

extension NoteSort {
    fileprivate var words: Phrase {
        switch self {
        case .newest: "Newest first"
        case .oldest: "Oldest first"
        case .changed: "Recently changed"
        case .prompt: "A to Z"
        }
    }
}

/// The mistakes in a query, each with the part that it is about.
struct SearchMistakes: HTML {
    let query: String
    let mistakes: [SearchMistake]

    func write(to page: inout HTMLWriter) {
        guard !mistakes.isEmpty else { return }
        ul(.class("mistakes"), .id("mistakes")) {
            Each(mistakes) { mistake in
                li {
                    Icon.alert.small
                    span {
                        kbd(.dirAuto) { part(of: mistake) }
                        " "
                        mistake.message
                    }
                }
            }
        }.write(to: &page)
    }

    /// The part of the query; ranges count UTF-16 code units, as browsers do.
    private func part(of mistake: SearchMistake) -> String {
        let units = Array(query.utf16)
        let range = mistake.range.clamped(to: 0..<units.count)
        return String(decoding: units[range], as: UTF16.self)
    }
}
