import Testing

@testable import Manual

struct ManualSearchTests {
    private let chapters: [Chapter]

    init() throws {
        chapters = [
            try Chapter(
                file: "01-lock.md",
                markdown: """
                    # The lock

                    Encrypt your library.

                    ## Recovery code

                    Write it down.

                    - Keep the **paper** safe.

                    ## Backups

                    They are encrypted too. The recovery code opens them.
                    """
            ),
            try Chapter(
                file: "02-backups.md",
                markdown: """
                    # Backups

                    Made every day.

                    | what | where |
                    |---|---|
                    | Élan | `library.omena` |
                    """
            ),
        ]
    }

    private func found(_ query: String) -> [String] {
        ManualSearch(query).hits(in: chapters).map {
            "\($0.chapter.name)#\($0.id ?? ""): \($0.excerpt)"
        }
    }

    @Test func findsSectionsWithAllWordsAndHeadingsFirst() {
        #expect(
            found("recov CODE") == [
                "lock#recovery-code: Write it down.",
                "lock#backups: They are encrypted too. The recovery code opens them.",
            ]
        )
        #expect(
            found("backups") == [
                "lock#backups: They are encrypted too. The recovery code opens them.",
                "backups#: Made every day.",
            ]
        )
    }

    @Test func showsWhereTheWordIs() {
        #expect(found("paper") == ["lock#recovery-code: Keep the paper safe."])
        #expect(found("omena") == ["backups#: Élan – library.omena"])
        #expect(
            found("encrypt") == [
                "lock#: Encrypt your library.",
                "lock#backups: They are encrypted too. The recovery code opens them.",
            ]
        )
    }

    @Test func findsWordsByTheirBeginningOnly() {
        #expect(found("ackups").isEmpty)
        #expect(found("paper backups").isEmpty)
    }

    @Test(arguments: ["", "  ", "?!", "<>"])
    func findsNothingWithoutWords(query: String) {
        #expect(found(query).isEmpty)
    }
}
