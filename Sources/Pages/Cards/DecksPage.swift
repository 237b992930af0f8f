internal import Languages
package import LibraryValues
package import Notes

/// All decks, with links to their options and to the form of a new deck.
package struct DecksPage: Page {
    private let decks: [DeckSummary]
    private let done: Change?
    private let settings: StudySettings

    /// - Parameter decks: Sorted by name.
    package init(decks: [DeckSummary], done: Change?, settings: StudySettings) {
        self.decks = decks
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Decks", assets: .list([.back, .plus]), settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    BackLink(.cards(.list()))
                    h1 { "Decks" }
                    span(.class("page-actions")) {
                        a(.class("btn"), .href(.importFile(back: here))) { "Import" }
                        a(.class("btn"), .href(.exportFile(back: here))) { "Export" }
                        a(.class("btn btn-primary"), .href(.cards(.newDeck(back: here)))) {
                            Icon.plus.small
                            "New deck"
                        }
                    }
                }
                if decks.isEmpty {
                    p(.class("muted")) { "No decks yet. Create one to add cards." }
                } else {
                    ul(.class("rows deck-tree")) {
                        Each(DeckTree(decks).branches) { DeckEntry(branch: $0, here: here) }
                    }
                }
                p(.class("list-actions")) { a(.href(.cards(.starters))) { "Add starter deck" } }
                UndoNotice(change: done, back: here)
            }
            StatusRegion()
        }.render()
    }

    private var here: ReturnPath { ReturnPath(.cards(.decks())) }

}

/// One deck, with the decks inside it.
private struct DeckEntry: HTML {
    let branch: DeckTree.Branch
    let here: ReturnPath

    private var deck: DeckSummary { branch.deck }

    func write(to page: inout HTMLWriter) {
        li {
            div(.class("change-row has-tile")) {
                Tile(deck: deck)
                span {
                    a(.class("says"), .href(.cards(.deck(deck.id))), .dirAuto) { branch.title }
                    small(.class("muted")) { counts }
                }
                a(
                    .class("btn btn-small"),
                    .href(.cards(.deckOptions(deck.id, back: here))),
                    .ariaLabel("Options for \(deckTitle(deck.name))")
                ) { "Options" }
            }
            if !branch.subdecks.isEmpty {
                ul { Each(branch.subdecks) { DeckEntry(branch: $0, here: here) } }
            }
        }.write(to: &page)
    }

    @HTMLBuilder private var counts: some HTML {
        span { "\(deck.notes) cards" }
        if deck.today.due > 0 { span { " · \("\(deck.today.due) due" as Phrase)" } }
        if deck.today.new > 0 { span { " · \("\(deck.today.new) new" as Phrase)" } }
    }
}
