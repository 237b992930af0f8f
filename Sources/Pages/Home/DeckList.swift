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
    let clock: MomentFormatter

    func write(to page: inout HTMLWriter) {
        section(.aria("aria-labelledby", "decks")) {
            form(.class("decks"), .id("choice"), .method("get"), .action(.study(.review, Source())))
            {
                div(.class("section-head")) {
                    h2(.id("decks")) { "Decks" }
                    if tree.decks.count + tags.count > 1 {
                        span(.class("muted small")) { "Select decks to study together" }
                    }
                }
                ul(.class("rows")) {
                    Each(tree.branches) {
                        DeckRow(
                            branch: $0,
                            clock: clock,
                            unfolds: tree.decks.count <= DeckTree.mostUnfolded
                        )
                    }
                }
                if !tags.isEmpty { TagList(tags: tags) }
                ChosenBar()
            }
        }.write(to: &page)
    }
}

/// One deck: what there is to study in it, a link to its page, the button that studies it, and its subdecks.
struct DeckRow: HTML {
    let branch: DeckTree.Branch
    let clock: MomentFormatter
    let unfolds: Bool
    /// Whether it can be ticked, to study it together with others.
    var isChoosable = true

    private var deck: DeckSummary { branch.deck }

    func write(to page: inout HTMLWriter) {
        li(.class("deck")) {
            div(.class("deck-row")) {
                if isChoosable { choice } else { Tile(deck: deck) }
                div(.class("deck-text")) {
                    a(.class("deck-name"), .href(.cards(.deck(deck.id))), .dirAuto) { branch.title }
                    p(.class("deck-meta small")) { counts }
                    if deck.notes > 0 { Stem(deck: deck) }
                }
                if deck.today.cards > 0 {
                    a(
                        .class(deck.today.due > 0 ? "btn btn-small pressing" : "btn btn-small"),
                        .href(.study(.review, Source(deck: deck.name))),
                        .ariaLabel("Study \(deckTitle(deck.name))")
                    ) { "Study" }
                }
            }
            if !branch.subdecks.isEmpty { subdecks }
        }.write(to: &page)
    }

    private var choice: some HTML {
        label(.class("choose")) {
            input(
                .type("checkbox"),
                .fixed("name", "deck"),
                .text("value", deck.name),
                .ariaLabel("Choose \(deckTitle(deck.name))")
            )
            Tile(deck: deck)
            span(.class("tick"), .ariaHidden) { Icon.check.small }
        }
    }

    @HTMLBuilder private var counts: some HTML {
        let today = deck.today
        if today.due > 0 {
            span(.class("due")) { "\(today.due) due" }
            " "
        }
        if today.new > 0 {
            span(.class("fresh")) { "\(today.new) new" }
            " "
        }
        if today.cards == 0, deck.notes > 0 {
            span { clock.backText(today) ?? "done for today" }
            " "
        }
        span { progress }
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
                    "\(branch.subdecks.count) subdecks"
                    span(.class("vh")) { ", \(deckTitle(deck.name))" }
                }
            }
            ul {
                Each(branch.subdecks) {
                    DeckRow(
                        branch: $0,
                        clock: clock,
                        unfolds: unfolds,
                        isChoosable: isChoosable
                    )
                }
            }
        }
    }

    private var progress: Phrase {
        switch deck.known {
        case 0 where deck.notes == 0: "no cards yet"
        case 0: "\(deck.notes) cards"
        default: "\(deck.known) of \(deck.notes) known"
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
                            span(.dirAuto) { tag.title }
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
        div(.class("chosen"), .role("group"), .ariaLabel("Study what’s selected")) {
            p(.class("chosen-count"), .id("chosen")) { "Study the selected decks" }
            div(.class("modes")) {
                Each(Mode.offered) { mode in
                    button(
                        .class(mode == .review ? "mode now pressing" : "mode"),
                        .type("submit"),
                        .text("formaction", Route.study(mode, Source()).path),
                        .ariaLabel("\(mode.verb) the selected decks")
                    ) {
                        mode.icon.small
                        mode.verb
                    }
                }
            }
            button(.class("icon-btn"), .type("reset"), .ariaLabel("Clear selection")) {
                Icon.close.large
            }
        }.write(to: &page)
    }
}

extension Mode {
    /// The modes in the order in which several decks offer them, from looking to being asked.
    fileprivate static let offered: [Mode] = [.browse, .learn, .race, .review, .quiz]
}
