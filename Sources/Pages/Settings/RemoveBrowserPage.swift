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
            title: "Remove browser",
            assets: .plain,
            settings: settings
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1(.dirAuto) { "Remove \(name)?" }
                p(.class("muted")) {
                    isCurrent
                        ? "This is the browser you’re using. To come back, it needs a new code from “omena pair”. Answers it hasn’t sent yet wait until then."
                        : "To come back, it needs a new code from “omena pair”. Your cards and answers are kept."
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
