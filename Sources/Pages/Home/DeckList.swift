import Library
import Recall

/// All decks: how many cards, how many of them remembered, and the ways to study them.
struct DeckList: HTML {
    let decks: [DeckSummary]

    func write(to page: inout HTMLWriter) {
        section(.class("home-decks"), .aria("aria-labelledby", "decks")) {
            div(.class("section-head")) { h2(.id("decks")) { "Decks" } }
            ul(.class("rows")) { Each(decks) { DeckRow(deck: $0) } }
        }.write(to: &page)
    }
}

/// One deck; all of the row leads where its link leads.
private struct DeckRow: HTML {
    let deck: DeckSummary

    func write(to page: inout HTMLWriter) {
        li(.class("deck-row")) {
            Tile(language: deck.language)
            div(.class("deck-text")) {
                if let parent = deck.parent { span(.class("deck-path"), .dirAuto) { parent } }
                b(.dirAuto) { deck.ownName }
                span(.class("muted small")) { progress }
                if deck.notes > 0 {
                    Stem(part: deck.remembered, whole: deck.notes)
                }
            }
            if deck.notes > 0 {
                a(.class("btn deck-way"), .href(.study(.learn, Source(deck: deck.name)))) {
                    Icon.learn.small
                    span {
                        "Learn"
                        span(.class("vh")) { " \(deck.name)" }
                    }
                }
            }
        }.write(to: &page)
    }

    private var progress: String {
        switch deck.remembered {
        case 0: counted(deck.notes, "card", "cards")
        case deck.notes: "all \(grouped(deck.notes)) remembered"
        default: "\(grouped(deck.remembered)) of \(grouped(deck.notes)) remembered"
        }
    }
}
