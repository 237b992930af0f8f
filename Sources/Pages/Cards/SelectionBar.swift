import Languages
import LibraryValues
import Notes

/// What can be done with the rows that are ticked; a plain form, so that it works without the page's script.
struct SelectionBar: HTML {
    let query: String
    /// What all that the query finds is called.
    let all: Phrase
    /// How many that are, if it is known.
    let count: Int?
    let decks: [Deck]
    let tags: [TagName]
    /// The list as it is without ticks.
    let list: Back
    let isOpen: Bool

    func write(to page: inout HTMLWriter) {
        form(
            .class("selection-bar"),
            .id("selection"),
            .method("post"),
            .action(.cards(.selection(back: list))),
            .ariaLabel("Selected cards"),
            .fixed("autocomplete", "off"),
            .present("hidden", if: !isOpen)
        ) {
            input(.type("hidden"), .fixed("name", "query"), .text("value", query))
            // What was seen is sent along, so that nothing is done to more than that.
            HiddenField("count", count.map { "\($0)" } ?? "")
            p(.class("error"), .id("failure"), .role("alert"), .hidden)
            div(.class("selection-head")) {
                a(.class("icon-btn"), .id("unselect"), .href(list), .ariaLabel("Stop selecting")) {
                    Icon.close.large
                }
                p(.id("selected"), .role("status")) { "Tick cards" }
                label(.class("all")) {
                    input(.type("checkbox"), .fixed("name", "all"), .id("all"))
                    span(.id("all-words")) { all }
                }
            }
            div(.class("selection-actions")) {
                way("Move", .arrow) {
                    DeckPicker(decks: decks, chosen: nil, title: "Move to")
                    button(
                        .class("btn btn-primary"),
                        .type("submit"),
                        .fixed("name", "do"),
                        .fixed("value", "move")
                    ) { "Move here" }
                }
                way("Tags", .tag) {
                    tagField
                    action("Add tags", "tag")
                    action("Remove tags", "untag")
                }
                Self.replace(list: list)
                button(
                    .class("action-btn"),
                    .type("submit"),
                    .fixed("name", "do"),
                    .fixed("value", "generate"),
                    .text("formaction", Route.cards(.selection(back: list)).path)
                ) {
                    Icon.sprout.large
                    span { "Generate" }
                }
                action("Suspend", "suspend", .pause)
                action("Unsuspend", "unsuspend", .again)
                action("Delete", "delete", .trash)
            }
        }.write(to: &page)
    }

    /// What leads to the page that puts one text in the place of another.
    static func replace(list: Back) -> some HTML {
        button(
            .class("action-btn"),
            .type("submit"),
            .text("formaction", Route.cards(.replace(back: list)).path)
        ) {
            Icon.edit.large
            span { "Replace" }
        }
    }

    private var tagField: some HTML {
        div(.class("field")) {
            label(.fixed("for", "tags")) { "Tags" }
            input(
                .class("input"),
                .id("tags"),
                .type("text"),
                .fixed("name", "tags"),
                .fixed("list", "known-tags"),
                .placeholder("food, autumn"),
                .fixed("autocapitalize", "off"),
                .dirAuto
            )
            datalist(.id("known-tags")) {
                Each(tags.prefix(Self.mostOffered)) { option(.text("value", $0.text)) }
            }
        }
    }

    /// How many tags are offered while one is written.
    private static let mostOffered = 500

    private func way(
        _ name: Phrase,
        _ icon: Icon,
        @HTMLBuilder content: () -> Fragment
    ) -> some HTML {
        details(.class("action")) {
            summary(.class("action-btn")) {
                icon.large
                span { name }
            }
            div(.class("action-panel")) { content() }
        }
    }

    private func action(_ name: Phrase, _ value: StaticString, _ icon: Icon) -> some HTML {
        button(
            .class("action-btn"),
            .type("submit"),
            .fixed("name", "do"),
            .fixed("value", value)
        ) {
            icon.large
            span { name }
        }
    }

    private func action(_ name: Phrase, _ value: StaticString) -> some HTML {
        button(.class("btn"), .type("submit"), .fixed("name", "do"), .fixed("value", value)) {
            name
        }
    }
}
