import Languages
import Notes

/// What a browser shows in place of a page that it has not cached, while the server cannot be reached.
package struct OfflinePage: Page {
    package init() {}

    /// Shows nothing of any library, because browsers cache the page.
    package func render() -> [UInt8] {
        Document(
            title: "Omena can’t be reached",
            assets: .plain,
            settings: StudySettings()
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { "Omena can’t be reached" }
                p(.class("muted")) {
                    """
                    This page isn’t available offline. Your answers are safe. The decks you opened last can be reviewed \
                    offline: they’re on the Study page.
                    """
                }
                a(.class("btn btn-primary btn-big btn-wide"), .href(.home)) { "Go to your decks" }
            }
        }.render()
    }
}
