import Languages
package import Notes

/// Shows a recovery code, once.
package struct RecoveryCodePage: Page {
    /// Why the code was created.
    package enum Occasion: Hashable, Sendable {
        /// The lock is being turned on.
        case lock
        /// The library is being encrypted with another key.
        case key
        /// The learner asked for a new code.
        case request
    }

    private let code: String
    private let name: String
    private let occasion: Occasion
    private let settings: StudySettings

    /// - Parameters:
    ///   - code: Groups separated by hyphens.
    ///   - name: The name of the library's file, for the printed page.
    package init(code: String, name: String, occasion: Occasion, settings: StudySettings) {
        self.code = code
        self.name = name
        self.occasion = occasion
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: "Recovery code",
            // The code stays when the library is locked, which is how each change of its key ends.
            assets: PageAssets(
                style: "css/unlock.css",
                script: "js/recovery.js",
                icons: [.check],
                isOfLibrary: false
            ),
            settings: settings
        ) {
            main(.class("plain unlock recovery"), .id("main")) {
                Logo("plain-art small-art")
                if let work {
                    p(
                        .class("note done"),
                        .id("work"),
                        .role("status"),
                        .text("data-done", work.done.description)
                    ) {
                        Icon.check.small
                        span { work.progress }
                    }
                }
                h1 { "Your recovery code" }
                p {
                    "It opens your library when nothing else works. Write it down or print it, and keep it away from this computer. It’s shown only this once."
                }
                p(.class("recovery-code"), .id("code"), .fixed("dir", "ltr")) {
                    Each(code.split(separator: "-").map(String.init)) { group in
                        span { group }
                        " "
                    }
                }
                p(.class("muted small"), .dirAuto) { "Omena · \(name)" }
                div(.class("recovery-actions")) {
                    button(
                        .type("button"),
                        .class("btn btn-big btn-wide"),
                        .id("print"),
                        .reserved,
                        .hidden
                    ) { "Print" }
                    a(
                        .class("btn btn-primary btn-big btn-wide"),
                        .id("done"),
                        .href(.lockSettings(.overview))
                    ) { "I’ve written it down" }
                }
            }
        }.render()
    }

    /// What is in progress, and what the page's script says once it is done.
    private var work: (progress: Phrase, done: Phrase)? {
        switch occasion {
        case .lock: ("Turning on the lock…", "Lock turned on")
        case .key: ("Changing the key…", "Key changed")
        case .request: nil
        }
    }
}
