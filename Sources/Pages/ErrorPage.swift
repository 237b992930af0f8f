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
            title = "Invalid address"
            advice = "The address is incomplete or mistyped. Your cards are safe."
        case 401:
            title = "This browser isn’t paired yet"
            advice =
                "Run “omena pair” on the computer where Omena runs, then enter the code it shows."
            leadsHome = false
        case 403:
            title = "Omena couldn’t do that"
            advice = "The request came from another site. Open Omena itself and try again there."
        case 404:
            title = "Page not found"
            advice = "The page may have moved, or the deck may have been renamed."
        case 405:
            title = "This can’t be opened here"
            advice = "This address is used by Omena itself. Your decks are on the Study page."
        case 413:
            title = "Too much at once"
            advice = "This is too much for one request. Try again with less."
        case 421:
            title = "Omena has a different address"
            advice = """
                Omena only answers at the address it was started with. Start it with “--origin” \
                and this address, or use the address it printed.
                """
            leadsHome = false
        case 503:
            title = "Shutting down"
            advice = "Omena is shutting down. Reload this page in a moment."
            leadsHome = false
        default:
            title = status >= 500 ? "Something went wrong" : "That didn’t work"
            advice =
                "Your cards and answers are safe. Please try again. If it keeps happening, restart Omena."
        }
    }
}
