import Languages
import Notes

/// Menus that filter the list: each shows its chosen filter, and its choices are links to a query with that filter.
struct FilterChips: HTML {
    let query: String
    let sort: NoteSort
    let decks: [Deck]
    let tags: [TagName]

    /// The most decks, and the most tags, that are offered; others can be typed into the query.
    private static let mostOffered = 200

    func write(to page: inout HTMLWriter) {
        let read = SearchQuery(query)
        div(.class("chips"), .id("filters"), .role("group"), .ariaLabel("Filters")) {
            chip(
                .deck,
                "Deck",
                read,
                decks.compactMap { SearchPattern(text: $0.name.text) }.map { .deck($0) }
            )
            if !tags.isEmpty {
                chip(
                    .tag,
                    "Tag",
                    read,
                    tags.compactMap { SearchPattern(text: $0.text) }.map { .tag($0) } + [.untagged]
                )
            }
            chip(
                .wordType,
                "Word type",
                read,
                WordType.allCases.map { .wordType($0) } + [.wordType(nil)]
            )
            chip(.state, "State", read, SearchTerm.State.allCases.map { .state($0) })
        }.write(to: &page)
    }

    private func chip(
        _ filter: SearchFilter,
        _ name: Phrase,
        _ read: SearchQuery,
        _ choices: [SearchTerm]
    ) -> some HTML {
        let chosen = filter.chosen(in: read)
        let write = filter.choice(in: query, read)
        return details(.class("filter")) {
            summary(.class(chosen == nil ? "chip" : "chip on")) {
                span(.dirAuto) { chosen.map { "\(name): \($0.shown)" as Phrase } ?? name }
                Icon.fold.small
            }
            ul(.class("menu")) {
                li { choice("Any", write(nil), isChosen: chosen == nil) }
                Each(choices.prefix(Self.mostOffered)) { term in
                    li { choice(term.shown, write(term), isChosen: chosen == term) }
                }
            }
        }
    }

    private func choice(_ words: Phrase, _ query: String, isChosen: Bool) -> some HTML {
        a(
            .href(.cards(.list(query: query, sort: sort))),
            .text("data-query", query),
            .text("aria-current", isChosen ? "true" : nil)
        ) {
            if isChosen { Icon.check.small }
            span(.dirAuto) { words }
        }
    }
}

extension SearchTerm {
    fileprivate var shown: Phrase {
        switch self {
        case .deck(let pattern): Phrase(verbatim: deckTitle(pattern.shown))
        case .tag(let pattern): Phrase(verbatim: tagTitle(pattern.shown))
        case .untagged: "none"
        case .wordType(let type): type?.name ?? "none"
        case .state(.due): "due"
        case .state(.new): "new"
        case .state(.learn): "learning"
        case .state(.review): "review"
        case .state(.suspended): "suspended"
        case .state(.buried): "buried"
        case .state(.leech): "leech"
        default: Phrase(verbatim: description)
        }
    }
}
