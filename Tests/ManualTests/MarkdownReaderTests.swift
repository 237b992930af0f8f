import Testing

@testable import Manual

struct MarkdownReaderTests {
    private func blocks(_ markdown: String) throws -> [ManualBlock] {
        try Chapter(file: "01-a.md", markdown: "# Title\n\nSummary.\n\n\(markdown)\n").blocks
    }

    @Test func readsParagraphsWithEverythingInThem() throws {
        let read = try blocks(
            """
            Press **Add card** or type
            `omena import`, see [Search](09-search.md#numbers-and-days), [Bin](/bin) or [web](https://a.b/c).
            """
        )

        #expect(
            read == [
                .paragraph([
                    .plain("Press "), .name("Add card"), .plain(" or type "),
                    .typed("omena import"), .plain(", see "),
                    .link("Search", to: .chapter("search", heading: "numbers-and-days")),
                    .plain(", "), .link("Bin", to: .address("/bin")), .plain(" or "),
                    .link("web", to: .web("https://a.b/c")), .plain("."),
                ])
            ]
        )
    }

    @Test func readsHeadingsListsTablesCodeAndPictures() throws {
        let read = try blocks(
            """
            ## Who, and why?

            - one
              line
            - two

            1. first
            2. second

            | a | b |
            |---|---|
            | `<` | c d |

            ```
            omena serve

              **x**
            ```

            ![A map](Pictures/map.webp)
            """
        )

        #expect(
            read == [
                .heading("Who, and why?", id: "who-and-why"),
                .list([[.plain("one line")], [.plain("two")]], isNumbered: false),
                .list([[.plain("first")], [.plain("second")]], isNumbered: true),
                .table(
                    head: [[.plain("a")], [.plain("b")]],
                    rows: [[[.typed("<")], [.plain("c d")]]]
                ),
                .code("omena serve\n\n  **x**"),
                .picture("map.webp", says: "A map"),
            ]
        )
    }

    @Test(arguments: [
        "*slanted*", "__bold__", "a_b", "<b>bold</b>", "> quoted", "# Another title", "### Deep",
        "**never closed", "`never closed", "[no target]", "[empty]()", "[](/bin)", "****",
        "[elsewhere](http://a.b)", "[file](../README.md)", "![out](map.webp)", "back\\slash",
        "- item\nnot indented", "two  spaces", "```\nno end", "| a | b |\n|---|---|",
        "| a | b |\n|---|---|\n| c |", "## Heading\nand text",
    ])
    func refusesWhatItDoesNotKnow(markdown: String) {
        #expect(throws: MarkdownError.self) { try blocks(markdown) }
    }

    @Test(arguments: ["", "Text.\n", "# Title\n", "# Title\n\n- item\n"])
    func refusesChaptersWithoutTitleOrSummary(markdown: String) {
        #expect(throws: MarkdownError.self) { try Chapter(file: "01-a.md", markdown: markdown) }
    }

    @Test func tellsTheLineOfAMistake() {
        #expect(throws: MarkdownError(line: 7, reason: "there are no such headings")) {
            try blocks("a\n\n### b")
        }
    }
}
