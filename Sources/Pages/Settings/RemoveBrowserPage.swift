internal import Languages
package import LibraryValues
package import Notes

/// Asks for confirmation before removing a paired browser; works without scripts.
package struct RemoveBrowserPage: Page {
    private let browser: PairedBrowser
    private let isCurrent: Bool
    private let settings: StudySettings

    /// - Parameter isCurrent: Whether it is the browser that sends the request.
    package init(browser: PairedBrowser, isCurrent: Bool, settings: StudySettings) {
        self.browser = browser
        self.isCurrent = isCurrent
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let name = BrowserName(browser.name).text
        return Document(
            title: "Remove a browser",
            assets: .plain,
            settings: settings
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1(.dirAuto) { "Remove \(name)?" }
                p(.class("muted")) {
                    isCurrent
                        ? "This is the browser you are using. It needs a new code from “omena pair” to come back, and answers that it has not sent yet wait until then."
                        : "It needs a new code from “omena pair” to come back. Your cards and answers stay."
                }
                form(.method("post"), .action(.browser(browser.number))) {
                    a(.class("btn btn-big btn-wide"), .href(.settings())) { "Keep it" }
                    button(.type("submit"), .class("btn btn-danger btn-big btn-wide")) {
                        "Remove"
                    }
                }
            }
        }.render()
    }
}
