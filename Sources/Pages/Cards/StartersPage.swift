import Languages
package import LibraryValues
package import Notes

/// The decks that a new library starts with, to be had back or brought up to date.
package struct StartersPage: Page {
    private let offers: [StarterOffer]
    private let settings: StudySettings

    /// - Parameters:
    ///   - offers: All of them, each with what adding it would bring.
    ///   - settings: What the learner has settled about pages.
    package init(offers: [StarterOffer], settings: StudySettings) {
        self.offers = offers
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Starter decks", parts: .starters, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) { h1 { "Starter decks" } }
                p(.class("muted")) {
                    "What a new library begins with. What you have changed stays yours."
                }
                ul(.class("rows")) { Each(offers) { row($0) } }
            }
        }.render()
    }

    private func row(_ offer: StarterOffer) -> some HTML {
        li(.class("change-row")) {
            span {
                span(.class("says"), .dirAuto) { offer.name.text }
                small(.class("muted")) { "\(offer.notes) cards" }
                if offer.missing > 0 { small { "\(offer.missing) cards to add" } }
                if offer.outdated > 0 { small { "\(offer.outdated) cards with better words" } }
            }
            if offer.missing + offer.outdated > 0 {
                form(.method("post"), .action(.cards(.starters))) {
                    input(.type("hidden"), .fixed("name", "deck"), .text("value", offer.name.text))
                    button(
                        .class("btn btn-small"),
                        .type("submit"),
                        .ariaLabel("Add the starter deck “\(offer.name.text)”")
                    ) {
                        Icon.plus.small
                        "Add"
                    }
                }
            } else {
                span(.class("muted small")) { "All here" }
            }
        }
    }
}

extension Parts {
    fileprivate static let starters = Parts(
        style: "css/list.css",
        icons: Destination.allCases.map(\.icon) + [.plus]
    )
}
