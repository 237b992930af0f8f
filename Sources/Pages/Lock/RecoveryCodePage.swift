import Languages
package import Notes

/// A recovery code, shown this once.
package struct RecoveryCodePage: Page {
    /// What a code is made for.
    package enum Occasion: Hashable, Sendable {
        /// The lock is being turned on.
        case lock
        /// The library is being put under another key.
        case key
        /// The learner wants a new one.
        case itself
    }

    private let code: String
    private let name: String
    private let isFor: Occasion
    private let settings: StudySettings

    /// - Parameters:
    ///   - code: The seven groups.
    ///   - name: What the library's file is called, for the paper.
    ///   - isFor: What it is made for.
    ///   - settings: What the learner has settled about pages.
    package init(code: String, name: String, isFor: Occasion, settings: StudySettings) {
        self.code = code
        self.name = name
        self.isFor = isFor
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(
            title: "Recovery code",
            parts: Parts(style: "css/unlock.css", script: "js/recovery.js", icons: [.check]),
            settings: settings
        ) {
            main(.class("plain unlock recovery"), .id("main")) {
                Logo("plain-art small-art")
                if let work {
                    p(.class("note done"), .role("status")) {
                        Icon.check.small
                        span { work }
                    }
                }
                h1 { "Your recovery code" }
                p {
                    "It opens your library when nothing else does. Write it down or print it, and keep it away from this machine. It is shown only now."
                }
                p(.class("recovery-code"), .id("code"), .fixed("dir", "ltr")) {
                    Each(code.split(separator: "-").map(String.init)) { group in
                        span { group }
                        " "
                    }
                }
                p(.class("muted small"), .dirAuto) { "Omena · \(name)" }
                div(.class("recovery-actions")) {
                    button(.type("button"), .class("btn btn-big btn-wide"), .id("print"), .hidden) {
                        "Print"
                    }
                    a(
                        .class("btn btn-primary btn-big btn-wide"),
                        .href(.lockSettings(.overview))
                    ) { "I have written it down" }
                }
            }
        }.render()
    }

    /// What goes on meanwhile.
    private var work: Phrase? {
        switch isFor {
        case .lock: "The lock is being turned on."
        case .key: "The key is being changed."
        case .itself: nil
        }
    }
}
