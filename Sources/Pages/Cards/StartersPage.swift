import Languages
package import LibraryValues
package import Notes

/// The starter decks, to add them again or update them.
package struct StartersPage: Page {
    private let offers: [StarterOffer]
    private let settings: StudySettings

    /// - Parameter offers: All starter decks, with what adding each would change.
    package init(offers: [StarterOffer], settings: StudySettings) {
        self.offers = offers
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.list(script: nil, [.back, .plus])
        return Document(title: "Starter decks", assets: assets, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    BackLink(.cards(.decks()))
                    h1 { "Starter decks" }
                }
                p(.class("muted")) {
                    "Cards that come with Omena. Your changes are kept."
                }
                ul(.class("rows")) { Each(offers) { row($0) } }
            }
        }.render()
    }

    private func row(_ offer: StarterOffer) -> some HTML {
        li(.class("change-row")) {
            span {
                span(.class("says"), .dirAuto) { offer.name.title }
                small(.class("muted")) { "\(offer.notes) cards" }
                if offer.missing > 0 { small { "\(offer.missing) new cards" } }
                if offer.outdated > 0 { small { "\(offer.outdated) improved cards" } }
            }
            if offer.missing + offer.outdated > 0 {
                form(.method("post"), .action(.cards(.starters))) {
                    HiddenField("deck", offer.name.text)
                    button(
                        .class("btn btn-small"),
                        .type("submit"),
                        .ariaLabel("Add the starter deck “\(offer.name.title)”")
                    ) {
                        Icon.plus.small
                        "Add"
                    }
                }
            } else {
                span(.class("muted small")) { "Already added" }
            }
        }
    }
}
