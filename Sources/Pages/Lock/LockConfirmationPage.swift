import Languages
package import Notes
import Vault

/// Asks for confirmation before a change to the lock that cannot be undone; works without scripts.
package struct LockConfirmationPage: Page {
    package enum Action: Hashable, Sendable {
        case off
        case removal(LockSlot)
        /// Shows a new recovery code, after which the old one no longer works.
        case recoveryCode(replaces: Bool)
    }

    private let action: Action
    private let settings: StudySettings

    package init(_ action: Action, settings: StudySettings) {
        self.action = action
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: title, assets: .plain, settings: settings) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1(.dirAuto) { title }
                p(.class("muted")) { explanation }
                form(.method("post"), .action(.lockSettings(route))) {
                    a(.class("btn btn-big btn-wide"), .href(.lockSettings(.overview))) { cancels }
                    button(.type("submit"), .class("btn btn-danger btn-big btn-wide")) { confirms }
                }
            }
        }.render()
    }

    private var title: Phrase {
        switch action {
        case .off: "Turn the lock off?"
        case .removal(let slot): "Remove \(slot.words)?"
        case .recoveryCode: "Create a new recovery code?"
        }
    }

    private var explanation: Phrase {
        switch action {
        case .off:
            "Your library becomes a plain file again. Anyone who has this disk or a backup can read your cards and answers. All ways to unlock are forgotten."
        case .removal(let slot):
            switch slot.kind {
            case .passphrase:
                "It will no longer open the library. Older copies and backups of the keys can still be opened with it."
            case .passkey:
                "It will no longer open the library. Your device may still list the passkey; you can delete it there."
            case .recovery: "The code you have on paper will no longer open the library."
            }
        case .recoveryCode(replaces: true):
            "The code you have on paper stops working as soon as the new one is shown."
        case .recoveryCode(replaces: false):
            "The new code is shown only once. Have paper or a printer ready."
        }
    }

    private var cancels: Phrase {
        switch action {
        case .off: "Keep the lock"
        case .removal: "Keep it"
        case .recoveryCode: "Not now"
        }
    }

    private var confirms: Phrase {
        switch action {
        case .off: "Turn off"
        case .removal: "Remove"
        case .recoveryCode: "Show the new code"
        }
    }

    private var route: LockRoute {
        switch action {
        case .off: .off
        case .removal(let slot): .removal(slot.id)
        case .recoveryCode: .recoveryCode
        }
    }
}
