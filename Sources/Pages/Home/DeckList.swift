import Languages
import LibraryValues
import Notes
import Recall

/// All decks and tags, several of which can be selected and studied together.
///
/// A plain form that opens a session, so that it works before the script has loaded.
struct DeckList: HTML {
    let tree: DeckTree
    let tags: [TagName]

    /// With more decks than these, subdecks are collapsed at first.
    private static let mostUnfolded = 24

    func write(to page: inout HTMLWriter) {
        section(.class("home-decks"), .aria("aria-labelledby", "decks")) {
            form(.class("decks"), .id("choice"), .method("get"), .action(.study(.review, Source())))
            {
                div(.class("section-head")) {
                    h2(.id("decks")) { "Decks" }
                    if tree.decks.count + tags.count > 1 {
                        span(.class("muted small")) { "Tick several to study them together" }
                    }
                }
                ul(.class("rows")) {
                    Each(tree.branches) {
                        DeckRow(branch: $0, unfolds: tree.decks.count <= Self.mostUnfolded)
                    }
                }
                if !tags.isEmpty { TagList(tags: tags) }
                ChosenBar()
            }
        }.write(to: &page)
    }
}

/// One deck: how much there is to do, a link for each mode, and its subdecks.
private struct DeckRow: HTML {
    let branch: DeckTree.Branch
    let unfolds: Bool

    private var deck: DeckSummary { branch.deck }

    func write(to page: inout HTMLWriter) {
        li(.class("deck")) {
            div(.class("deck-row")) {
                label(.class("choose")) {
                    input(
                        .type("checkbox"),
                        .fixed("name", "deck"),
                        .text("value", deck.name),
                        .ariaLabel("Choose \(deck.name)")
                    )
                    Tile(language: deck.language)
                    span(.class("tick"), .ariaHidden) { Icon.check.small }
                }
                div(.class("deck-text")) {
                    b(.dirAuto) { branch.title }
                    p(.class("deck-meta small")) {
                        if deck.due > 0 {
                            span(.class("due")) { "\(deck.due) due" }
                            " "
                        }
                        if deck.new > 0 {
                            span(.class("fresh")) { "\(deck.new) new" }
                            " "
                        }
                        span { progress }
                    }
                    if deck.notes > 0 { Stem(part: deck.remembered, whole: deck.notes) }
                }
            }
            if deck.notes > 0 { modes }
            if !branch.subdecks.isEmpty { subdecks }
        }.write(to: &page)
    }

    private var modes: some HTML {
        div(.class("modes")) {
            Each(Mode.offered) { mode in
                a(
                    .class(
                        mode != now ? "mode" : deck.due > 0 ? "mode now pressing" : "mode now"
                    ),
                    .href(.study(mode, Source(deck: deck.name))),
                    .ariaLabel("\(mode.verb) \(deck.name)")
                ) {
                    mode.icon.small
                    mode.verb
                }
            }
        }
    }

    private var subdecks: some HTML {
        details(
            .class("inside"),
            .text("data-deck", deck.id.description),
            .present("open", if: unfolds)
        ) {
            summary {
                Icon.fold.small
                span {
                    "\(branch.subdecks.count) decks inside"
                    span(.class("vh")) { " \(deck.name)" }
                }
            }
            ul {
                Each(branch.subdecks) { DeckRow(branch: $0, unfolds: unfolds) }
            }
        }
    }

    /// The mode to emphasise.
    private var now: Mode { deck.due + deck.new > 0 ? .review : .learn }

    private var progress: Phrase {
        switch deck.remembered {
        case 0 where deck.notes == 0: "no cards yet"
        case 0: "\(deck.notes) cards"
        case deck.notes: "all \(deck.notes) remembered"
        default: "\(deck.remembered) of \(deck.notes) remembered"
        }
    }
}

/// All tags, each with a checkbox.
private struct TagList: HTML {
    let tags: [TagName]

    private static let mostUnfolded = 24

    func write(to page: inout HTMLWriter) {
        details(
            .class("tags"),
            .text("data-deck", "tags"),
            .present("open", if: tags.count <= Self.mostUnfolded)
        ) {
            summary {
                h2 { "Tags" }
                span(.class("muted small")) { grouped(tags.count) }
                Icon.fold.small
            }
            ul(.class("chips")) {
                Each(tags) { tag in
                    li {
                        label(.class("chip")) {
                            input(
                                .type("checkbox"),
                                .fixed("name", "tag"),
                                .text("value", tag.text)
                            )
                            Icon.check.small
                            span(.dirAuto) { tag.text }
                        }
                    }
                }
            }
        }.write(to: &page)
    }
}

/// Buttons that study what is selected; shown while something is.
private struct ChosenBar: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("chosen"), .role("group"), .ariaLabel("Study what is ticked")) {
            p(.class("chosen-count"), .id("chosen")) { "Study together" }
            div(.class("modes")) {
                Each(Mode.offered) { mode in
                    button(
                        .class(mode == .review ? "mode now pressing" : "mode"),
                        .type("submit"),
                        .text("formaction", Route.study(mode, Source()).path),
                        .ariaLabel("\(mode.verb) what is ticked")
                    ) {
                        mode.icon.small
                        mode.verb
                    }
                }
            }
            button(.class("icon-btn"), .type("reset"), .ariaLabel("Untick all")) {
                Icon.close.large
            }
        }.write(to: &page)
    }
}

extension Mode {
    /// The modes in the order in which decks offer them, from looking to being asked.
    fileprivate static let offered: [Mode] = [.browse, .learn, .race, .review, .quiz]

    fileprivate var icon: Icon {
        switch self {
        case .browse: .eye
        case .learn: .learn
        case .race: .clock
        case .review: .again
        case .quiz: .quiz
        }
    }
}
