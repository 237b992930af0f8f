internal import JSON
internal import Languages
package import LibraryValues
package import Notes
import Recall

/// A session: the bar, the stack of cards and the buttons, with all data that its script needs.
///
/// The stack is empty until the script fills it, because the engine chooses the order of the cards.
package struct StudyPage: Page {
    private let deal: Deal
    private let settings: StudySettings
    private let map: MapSettings
    private let done: Change?
    private let next: Route
    private let isOfEmptyDeck: Bool

    /// Whether these are the learner's first words, after which the first visit goes on.
    private var isFirstVisit: Bool { next != .home }

    /// - Parameters:
    ///   - next: Where the end of the session leads.
    ///   - isOfEmptyDeck: Whether there are no cards at all, rather than none that are due.
    package init(
        deal: Deal,
        done: Change? = nil,
        settings: StudySettings = StudySettings(),
        map: MapSettings = MapSettings(),
        next: Route = .home,
        isOfEmptyDeck: Bool = false
    ) {
        self.deal = deal
        self.done = done
        self.settings = settings
        self.map = map
        self.next = next
        self.isOfEmptyDeck = isOfEmptyDeck
    }

    /// The pictures that maps show on this page; none before the learner has allowed them.
    private var mapData: [UInt8] {
        JSONWriter.object {
            $0.set("sources", tiles: map.isAllowed(map.style) ? map.sources(of: map.style) : [])
        }
    }

    package func render() -> [UInt8] {
        // A review without due cards still shows what was done, and what else there is to study.
        let isEmpty = deal.cards.isEmpty && (deal.mode != .review || isOfEmptyDeck)
        return Document(
            title: "\(deal.mode.verb) \(deal.title)",
            assets: isEmpty ? .plain : .study,
            settings: settings
        ) {
            if isEmpty {
                EmptySession(deal: deal, isOfEmptyDeck: isOfEmptyDeck)
            } else {
                main(
                    .class("study"),
                    .id("main"),
                    .tabindex(-1),
                    .text("data-mode", deal.mode.name),
                    .fixed("data-state", "loading"),
                    .present("data-first", if: isFirstVisit)
                ) {
                    StudyBar(deal: deal, settings: settings)
                    h1(.class("vh")) { "\(deal.mode.verb): \(deal.title)" }
                    CardStage(deal: deal, settings: settings)
                    Controls(deal: deal, settings: settings)
                    EndScreen(mode: deal.mode, next: next)
                    if deal.mode == .race { Interruption.pause }
                    if deal.mode == .review { Interruption.wait(next: next) }
                    Interruption.elsewhere
                    Interruption.failure
                    RejectionToast()
                    DoneToast(done: done)
                    StatusRegion()
                }
                MenuSheet(deal: deal)
                ShortcutSheet(mode: deal.mode, settings: settings)
                CardTemplate()
                MapQuestionTemplate()
                PageContext(library: deal.library, at: deal.at)
                DataBlock(id: "deal", json: deal.json)
                DataBlock(id: "settings", json: JSONCoding.bytes(of: settings))
                DataBlock(id: "map-sources", json: mapData)
            }
        }.render()
    }
}

extension PageAssets {
    fileprivate static let study = PageAssets(
        style: "css/study.css",
        script: "js/study.js",
        icons: [
            .close, .undo, .keyboard, .turn, .arrow, .cross, .check, .again, .alert, .hill,
            .checks, .back, .next, .pause, .speaker, .more, .play,
        ],
        needsEngine: true
    )
}

/// What is shown where there are no cards to study, and what leads on from there.
private struct EmptySession: HTML {
    let deal: Deal
    let isOfEmptyDeck: Bool

    private var deck: String? { deal.deck == nil ? nil : deal.source.decks.first }
    private var here: ReturnPath? { deal.deck.map { ReturnPath(.cards(.deck($0))) } }

    func write(to page: inout HTMLWriter) {
        main(.class("plain"), .id("main")) {
            Logo("plain-art")
            h1(.dirAuto) { deal.title }
            p(.class("muted")) {
                isOfEmptyDeck ? "This deck has no cards yet." : "There are no cards to study here."
            }
            if let deck, !isOfEmptyDeck {
                p(.class("muted")) {
                    "Cards that are suspended, or lack the deck’s languages, aren’t asked."
                }
                a(
                    .class("btn btn-primary btn-big btn-wide"),
                    .href(.cards(.list(query: SearchPattern.query(ofDeck: deck))))
                ) { "All cards" }
            } else if let deck {
                a(
                    .class("btn btn-primary btn-big btn-wide"),
                    .href(.cards(.newNote(deck: deck, back: here)))
                ) { "Add cards" }
                a(.class("btn btn-wide"), .href(.importFile(deck: deck, back: here))) { "Import" }
            }
            a(
                deck == nil ? .class("btn btn-primary btn-big btn-wide") : .class("btn btn-wide"),
                .href(.home)
            ) { "Go to your decks" }
        }.write(to: &page)
    }
}
