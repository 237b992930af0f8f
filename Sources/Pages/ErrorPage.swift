package import Languages
package import Notes

/// What went wrong with a request, in plain words, and what to do now; reveals nothing of Omena's inside.
package struct ErrorPage: Page {
    private let status: Int
    private let message: Phrase?
    private let settings: StudySettings

    /// - Parameter message: What happened, in one plain sentence, where more is known than the status.
    package init(
        status: Int,
        message: Phrase? = nil,
        settings: StudySettings = StudySettings()
    ) {
        self.status = status
        self.message = message
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let words = StatusText(status: status)
        return Document(title: words.title, assets: .plain, settings: settings) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { words.title }
                p(.class("muted")) { message ?? words.advice }
                if words.leadsHome {
                    a(.class("btn btn-primary btn-big btn-wide"), .href(.home)) {
                        "Go to your decks"
                    }
                } else if status == 401 {
                    a(.class("btn btn-primary btn-big btn-wide"), .href(.pair())) { "Enter a code" }
                }
            }
        }.render()
    }
}

/// What a status means to a learner.
private struct StatusText {
    let title: Phrase
    let advice: Phrase
    var leadsHome = true

    init(status: Int) {
        switch status {
        case 400:
            title = "That address makes no sense here"
            advice = "Something in it is cut off or mistyped. Your cards are safe."
        case 401:
            title = "This browser is not paired yet"
            advice = "Type “omena pair” where Omena runs, and enter the code that it shows."
            leadsHome = false
        case 403:
            title = "Omena did not do that"
            advice = "The request came from another site. Open Omena itself and try again there."
        case 404:
            title = "There is nothing here"
            advice = "The page may have moved, or the deck has another name now."
        case 405:
            title = "That cannot be opened here"
            advice = "This address is for Omena itself. Your decks are on the first page."
        case 413:
            title = "That is too much at once"
            advice = "Omena takes less in one go. Try again with a smaller part."
        case 421:
            title = "Omena does not go by this name"
            advice = """
                It answers only to the address that it was started with. Start it with “--origin” and this address, \
                or use the one that it printed.
                """
            leadsHome = false
        case 503:
            title = "Omena is closing"
            advice = "It is finishing what it has in hand. Reload this page in a moment."
            leadsHome = false
        default:
            title = status >= 500 ? "Omena could not do that" : "That did not work"
            advice =
                "Your cards and answers are safe. Please try again; if it stays so, start Omena anew."
        }
    }
}
