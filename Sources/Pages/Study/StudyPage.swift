public import Library
public import Notes

/// A session on the table: bar, stack and buttons, with all that its script needs to lay the cards.
///
/// The page shows the empty stack at once; the script fills it, because the order of the cards is the engine's.
public struct StudyPage: Page {
    private let deal: Deal
    private let settings: StudySettings

    /// - Parameters:
    ///   - deal: The cards of a session in learn mode.
    ///   - settings: What the learner has settled about studying.
    public init(deal: Deal, settings: StudySettings = StudySettings()) {
        self.deal = deal
        self.settings = settings
    }

    /// The page, or what it says where the deck has no cards.
    public func render() -> [UInt8] {
        Document(
            title: "Learn \(deal.title)",
            parts: deal.cards.isEmpty ? .empty : .study,
            settings: settings
        ) {
            if deal.cards.isEmpty {
                EmptyDeck(deck: deal.title)
            } else {
                main(.class("study"), .id("main"), .tabindex(-1), .fixed("data-state", "loading")) {
                    StudyBar(count: deal.cards.count)
                    h1(.class("vh")) { "Learn: \(deal.title)" }
                    Table(deal: deal)
                    Controls()
                    EndScreen()
                    Interruption()
                    Refused()
                    Status()
                }
                ShortcutSheet()
                CardTemplate()
                Place(library: deal.library, at: deal.at)
                DataBlock(id: "deal", json: deal.json)
                DataBlock(id: "settings", json: JSON(encoding: settings))
            }
        }.render()
    }
}

extension Parts {
    fileprivate static let study = Parts(
        styles: ["css/study.css", "css/card.css", "css/end.css"],
        script: "js/study.js",
        modules: Asset.all.map(\.name).filter {
            $0.hasPrefix("js/") && !["js/home.js", "js/study.js"].contains($0)
        },
        needsEngine: true,
        icons: [.close, .undo, .keyboard, .turn, .arrow, .cross, .check, .again, .alert]
    )
    fileprivate static let empty = Parts(styles: ["css/plain.css"])
}

/// What a deck without cards shows instead of a table.
private struct EmptyDeck: HTML {
    let deck: String

    func write(to page: inout HTMLWriter) {
        main(.class("plain"), .id("main")) {
            Logo("plain-art")
            h1(.dirAuto) { deck }
            p(.class("muted")) { "This deck has no cards yet." }
            a(.class("btn btn-primary btn-big btn-wide"), .href(.home)) { "Go to your decks" }
        }.write(to: &page)
    }
}
