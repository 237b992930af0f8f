import Languages
public import Notes

/// A recovery code, shown this once.
public struct RecoveryCodePage: Page {
    private let code: String
    private let name: String
    private let isNew: Bool
    private let settings: StudySettings

    /// - Parameters:
    ///   - code: The seven groups.
    ///   - name: What the library's file is called, for the paper.
    ///   - isNew: Whether the lock was turned on just now.
    ///   - settings: What the learner has settled about pages.
    public init(code: String, name: String, isNew: Bool, settings: StudySettings) {
        self.code = code
        self.name = name
        self.isNew = isNew
        self.settings = settings
    }

    /// The page in UTF-8.
    public func render() -> [UInt8] {
        Document(
            title: "Recovery code",
            parts: Parts(style: "css/unlock.css", script: "js/recovery.js", icons: [.check]),
            settings: settings
        ) {
            main(.class("plain unlock recovery"), .id("main")) {
                Logo("plain-art small-art")
                if isNew {
                    p(.class("note done"), .role("status")) {
                        Icon.check.small
                        span { "The lock is being turned on." }
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
                div(.class("recovery-ways")) {
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
}
