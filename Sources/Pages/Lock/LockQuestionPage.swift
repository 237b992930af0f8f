import Languages
package import Notes
import Vault

/// Asks before something is done about the lock that cannot be taken back; it works without a script.
package struct LockQuestionPage: Page {
    /// What is asked.
    package enum Question: Hashable, Sendable {
        /// Whether the lock shall be turned off.
        case off
        /// Whether a way to unlock shall go.
        case removal(LockSlot)
        /// Whether there shall be a new recovery code; the one before stops working, if there is one.
        case recoveryCode(replaces: Bool)
    }

    private let question: Question
    private let settings: StudySettings

    /// - Parameters:
    ///   - question: What is asked.
    ///   - settings: What the learner has settled about pages.
    package init(_ question: Question, settings: StudySettings) {
        self.question = question
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(
            title: title,
            parts: Parts(style: "css/plain.css"),
            settings: settings
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1(.dirAuto) { title }
                p(.class("muted")) { explanation }
                form(.method("post"), .action(.lockSettings(route))) {
                    a(.class("btn btn-big btn-wide"), .href(.lockSettings(.overview))) { stays }
                    button(.type("submit"), .class("btn btn-danger btn-big btn-wide")) { does }
                }
            }
        }.render()
    }

    private var title: Phrase {
        switch question {
        case .off: "Turn the lock off?"
        case .removal(let slot): "Remove \(slot.words)?"
        case .recoveryCode: "A new recovery code?"
        }
    }

    private var explanation: Phrase {
        switch question {
        case .off:
            "Your library becomes a plain file again: whoever has this disk or a backup can read your cards and answers. All ways to unlock are forgotten."
        case .removal(let slot):
            switch slot.kind {
            case .passphrase:
                "It opens the library no more. Copies and backups of the keys from before still open with it."
            case .passkey:
                "It opens the library no more. Your device may keep the passkey; you can delete it there."
            case .recovery: "The code on paper opens the library no more."
            }
        case .recoveryCode(replaces: true):
            "The code that you have on paper stops working as soon as the new one is shown."
        case .recoveryCode(replaces: false):
            "It is shown once; have paper or a printer at hand."
        }
    }

    private var stays: Phrase {
        switch question {
        case .off: "Keep the lock"
        case .removal: "Keep it"
        case .recoveryCode: "Not now"
        }
    }

    private var does: Phrase {
        switch question {
        case .off: "Turn off"
        case .removal: "Remove"
        case .recoveryCode: "Show the new code"
        }
    }

    private var route: LockRoute {
        switch question {
        case .off: .off
        case .removal(let slot): .removal(slot.id)
        case .recoveryCode: .recoveryCode
        }
    }
}
