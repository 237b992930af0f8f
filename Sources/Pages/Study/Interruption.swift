import Languages

/// A panel that replaces the cards while the session cannot continue; the page's script shows it.
struct Interruption: HTML {
    private let id: StaticString
    private let titleID: String
    /// Nil where the page's script writes it.
    private var title: Phrase?
    private var isFocusable = true
    private var text: Phrase?
    private var textID: String?
    private let button: (id: StaticString, label: Phrase)
    private var link: Phrase = "Go to your decks"
    private var destination = Route.home
    /// Whether the link is the main way on, rather than the button.
    private var prefersLink = false
    /// Whether more cards can be studied meanwhile.
    private var offersExtra = false

    static let elsewhere = Interruption(
        id: "elsewhere",
        titleID: "elsewhere-title",
        title: "This session is open in another tab",
        text: "Nothing is lost. You can continue it here instead.",
        button: ("here", "Continue here")
    )

    static let failure = Interruption(
        id: "failure",
        titleID: "failure-title",
        title: "The cards couldn’t be loaded",
        text: "Reload the page to try again. Your earlier answers are safe.",
        button: ("reload", "Reload")
    )

    /// Hides the cards of a paused race, so that nobody studies them meanwhile.
    static let pause = Interruption(
        id: "pause-panel",
        titleID: "pause-title",
        title: "Paused",
        isFocusable: false,
        textID: "pause-words",
        button: ("resume", "Continue")
    )

    /// Shown in a review while all remaining cards wait for their next learning step.
    ///
    /// - Parameter next: Where the session leads.
    static func wait(next: Route) -> Interruption {
        Interruption(
            id: "wait-panel",
            titleID: "wait-title",
            textID: "wait-words",
            button: ("show-now", "Show next card now"),
            link: next == .home ? "Done for now" : "Continue",
            destination: next,
            prefersLink: next != .home,
            offersExtra: true
        )
    }

    private static let main: StaticString = "btn btn-primary btn-big btn-wide"
    private static let other: StaticString = "btn btn-wide"

    private func way(_ classes: StaticString) -> some HTML {
        a(.class(classes), .href(destination)) { link }
    }

    func write(to page: inout HTMLWriter) {
        section(.class("interruption"), .id(id), .text("aria-labelledby", titleID), .hidden) {
            Logo("plain-art")
            h2(.text("id", titleID), .text("tabindex", isFocusable ? "-1" : nil)) { title }
            p(.class("muted"), .text("id", textID)) { text }
            if prefersLink { way(Self.main) }
            Pages.button(
                .class(prefersLink ? Self.other : Self.main),
                .id(button.id),
                .type("button")
            ) { button.label }
            if !prefersLink { way(Self.other) }
            if offersExtra {
                ExtraButtons()
                p(.class("muted small"), .id("wait-note"), .hidden) {}
            }
        }.write(to: &page)
    }
}
