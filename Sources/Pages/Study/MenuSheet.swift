import Languages
import LibraryValues
import Notes

/// What a learner can do with the current card besides answering it.
struct MenuSheet: HTML {
    let deal: Deal

    func write(to page: inout HTMLWriter) {
        dialog(.class("sheet menu-sheet"), .id("menu"), .aria("aria-labelledby", "menu-title")) {
            h2(.id("menu-title")) { "This card" }
            p(.class("note warning"), .id("menu-offline"), .role("status"), .hidden) {
                "This isn’t possible right now: Omena can’t be reached."
            }
            ul(.class("rows menu-rows")) {
                li { a(.id("edit"), .href(.home)) { "Edit card" } }
                li { a(.id("add"), .href(.home)) { "Add card" } }
                if let deck = deal.deck {
                    li { a(.href(.cards(.deckOptions(deck, back: back)))) { "Edit deck" } }
                    li { a(.href(.cards(.list(query: query)))) { "Cards in this deck" } }
                }
                li { action("Bury until tomorrow", "bury") }
                li { action("Suspend", "suspend") }
                li { action("Reset progress", "reset") }
            }
            form(.class("redate"), .id("redate"), .method("dialog")) {
                label(.fixed("for", "days")) { "Due in days" }
                input(
                    .class("input"),
                    .id("days"),
                    .type("number"),
                    .fixed("inputmode", "numeric"),
                    .number("min", CardAction.days.lowerBound),
                    .number("max", CardAction.days.upperBound),
                    .fixed("value", "1"),
                    .present("required")
                )
                button(.class("btn")) { "Set" }
            }
            div(.class("flags"), .id("flags"), .role("group"), .ariaLabel("Flag")) {
                Each(Array(flags.enumerated())) { flag in
                    button(
                        .class("flag"),
                        .type("button"),
                        .number("data-flag", flag.offset),
                        .aria("aria-pressed", "false")
                    ) { flag.element }
                }
            }
            form(.method("dialog")) {
                button(.class("btn btn-wide"), .id("menu-close")) { "Close" }
            }
        }.write(to: &page)
    }

    /// The names of the flags, by number.
    private var flags: [Phrase] {
        ["No flag", "Red", "Orange", "Green", "Blue", "Pink", "Turquoise", "Purple"]
    }

    /// A query for the studied deck's cards.
    private var query: String {
        let name = deal.source.decks.first.flatMap { SearchPattern(text: $0) }
        return name.map { SearchTerm.deck($0).description } ?? ""
    }

    private var back: ReturnPath? { ReturnPath(Route.study(deal.mode, deal.source).path) }

    private func action(_ name: Phrase, _ action: StaticString) -> some HTML {
        button(.type("button"), .fixed("data-action", action)) { name }
    }
}
