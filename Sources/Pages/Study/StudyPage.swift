internal import JSON
internal import Languages
package import Library
package import Notes
import Recall

/// A session on the table: bar, stack and buttons, with all that its script needs to lay the cards.
///
/// The page shows the empty stack at once; the script fills it, because the order of the cards is the engine's.
package struct StudyPage: Page {
    private let deal: Deal
    private let settings: StudySettings
    private let map: MapSettings

    /// - Parameters:
    ///   - deal: The cards of a session and how they are studied.
    ///   - settings: What the learner has settled about studying.
    ///   - map: What maps show and whom they may ask.
    package init(
        deal: Deal,
        settings: StudySettings = StudySettings(),
        map: MapSettings = MapSettings()
    ) {
        self.deal = deal
        self.settings = settings
        self.map = map
    }

    /// The pictures that maps show on this page; none before the learner has allowed them.
    private var mapData: [UInt8] {
        JSONWriter.object {
            let sources = map.isAllowed(map.style) ? map.sources(of: map.style) : []
            $0.set("sources", each: sources) { source, member in
                member.set("address", source.address)
                member.set("credit", source.credit)
                member.set("link", source.link)
                member.set("deepest", source.deepest)
            }
        }
    }

    /// The page, or what it says where the deck has no cards.
    package func render() -> [UInt8] {
        Document(
            title: "\(deal.mode.verb) \(deal.title)",
            parts: hasNothing ? .empty : .study(deal.mode),
            settings: settings
        ) {
            if hasNothing {
                EmptyDeck(deal: deal)
            } else {
                main(
                    .class("study"),
                    .id("main"),
                    .tabindex(-1),
                    .text("data-mode", deal.mode.name),
                    .fixed("data-state", "loading")
                ) {
                    StudyBar(deal: deal, settings: settings)
                    h1(.class("vh")) { "\(deal.mode.verb): \(deal.title)" }
                    Table(deal: deal, settings: settings)
                    Controls(mode: deal.mode, settings: settings)
                    EndScreen(mode: deal.mode)
                    if deal.mode == .race { PauseRoom() }
                    if deal.mode == .review { WaitRoom() }
                    Interruption()
                    Refused()
                    Status()
                }
                MenuSheet(deal: deal)
                ShortcutSheet(mode: deal.mode, settings: settings)
                CardTemplate()
                FindingTemplate()
                Place(library: deal.library, at: deal.at)
                DataBlock(id: "deal", json: deal.json)
                DataBlock(id: "settings", json: JSONCoding.bytes(of: settings))
                DataBlock(id: "map-sources", json: mapData)
            }
        }.render()
    }

    /// A review for which nothing is due still has something to say: what it did, and what else could be done.
    private var hasNothing: Bool { deal.cards.isEmpty && deal.mode != .review }
}

extension Parts {
    fileprivate static func study(_ mode: Mode) -> Parts {
        Parts(
            style: "css/study.css",
            script: "js/study.js",
            needsEngine: true,
            icons: [
                .close, .undo, .keyboard, .turn, .arrow, .cross, .check, .again, .alert, .hill,
                .checks, .back, .next, .pause, .speaker, .more, .play,
            ]
        )
    }

    fileprivate static let empty = Parts(style: "css/plain.css")
}

/// What a deck without cards shows instead of a table.
private struct EmptyDeck: HTML {
    let deal: Deal

    func write(to page: inout HTMLWriter) {
        main(.class("plain"), .id("main")) {
            Logo("plain-art")
            h1(.dirAuto) { deal.title }
            p(.class("muted")) {
                deal.mode == .review
                    ? "Nothing is due now. What comes next comes by itself."
                    : deal.deck == nil
                        ? "There is no card to study here." : "This deck has no cards yet."
            }
            a(.class("btn btn-primary btn-big btn-wide"), .href(.home)) { "Go to your decks" }
        }.write(to: &page)
    }
}
