import Languages
import Notes

/// The buttons below the editor of a text in HTML, for the page's script to copy.
struct RichTextTools: HTML {
    let type: NoteType

    func write(to page: inout HTMLWriter) {
        template(.id("rich-tools")) {
            div(.class("rich-tools"), .role("toolbar"), .ariaLabel("Formatting")) {
                tool("bold") { b { "Bold" } }
                tool("italic") { i { "Italic" } }
                Each(Self.colours) { name, value in
                    tool(
                        "colour",
                        .text("data-colour", value),
                        .ariaLabel(name),
                        .title(name)
                    ) { Phrase(verbatim: "A") }
                }
                tool("list") { "List" }
                if case .cloze = type.cards { tool("gap") { "Gap" } }
                tool("link") { "Link" }
                tool("source", .aria("aria-pressed", "false")) { "HTML" }
            }
        }.write(to: &page)
    }

    /// Readable on light and dark cards.
    private static let colours: [(name: Phrase, value: String)] = [
        ("Red", "#d93025"), ("Green", "#1e8e3e"), ("Blue", "#1a73e8"),
    ]

    private func tool(
        _ name: StaticString,
        _ attributes: Attribute...,
        @HTMLBuilder content: () -> Fragment
    ) -> Element {
        let own: [Attribute] = [
            .class("btn btn-small"), .type("button"), .fixed("data-tool", name),
        ]
        return Element(name: "button", attributes: own + attributes, content: content())
    }
}
