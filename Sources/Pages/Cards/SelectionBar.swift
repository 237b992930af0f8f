import Languages
import Notes

/// The actions on selected notes; a plain form, so that it works without a script.
struct SelectionBar: HTML {
    let query: String
    /// The label for selecting all notes that the query finds.
    let all: Phrase
    /// How many these are, if known.
    let count: Int?
    let decks: [Deck]
    let tags: [TagName]
    /// The list without checkboxes.
    let list: ReturnPath
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
            HiddenField("query", query)
            // Sent along so that no more notes are changed than the learner saw counted.
            HiddenField("count", count.map { "\($0)" } ?? "")
            p(.class("error"), .id("failure"), .role("alert"), .hidden)
            div(.class("selection-head")) {
                a(.class("icon-btn"), .id("unselect"), .href(list), .ariaLabel("Stop selecting")) {
                    Icon.close.large
                }
                p(.id("selected"), .role("status")) { "Select cards" }
                label(.class("all")) {
                    input(.type("checkbox"), .fixed("name", "all"), .id("all"))
                    span(.id("all-words")) { all }
                }
            }
            div(.class("selection-actions")) {
                panel("Move", .arrow) {
                    DeckPicker(decks: decks, chosen: nil, title: "Move to")
                    submitButton("move", class: "btn btn-primary") { "Move here" }
                }
                panel("Tags", .tag) {
                    tagField
                    submitButton("tag") { "Add tags" }
                    submitButton("untag") { "Remove tags" }
                }
                Self.replace(list: list)
                submitButton(
                    "generate",
                    class: "action-btn",
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

    /// The button that opens the page for finding and replacing.
    static func replace(list: ReturnPath) -> some HTML {
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
        Field("tags", "Tags") {
            fieldInput(
                "tags",
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

    /// The most tags that are offered while one is typed.
    private static let mostOffered = 500

    private func panel(
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

    private func action(_ name: Phrase, _ value: String, _ icon: Icon) -> some HTML {
        submitButton(value, class: "action-btn") {
            icon.large
            span { name }
        }
    }
}
