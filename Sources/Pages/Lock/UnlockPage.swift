public import Languages
import Notes
public import Vault

/// Where a locked library is unlocked: all that is seen of it.
public struct UnlockPage: Page {
    /// What was wrong with the key before, or with the library.
    private let failure: LockFailure?
    private let kinds: Set<LockEvent.Means>
    private let question: PasskeyQuestion?
    private let to: Back?

    /// Shows the ways in.
    ///
    /// - Parameters:
    ///   - failure: Why it could not be unlocked just now.
    ///   - kinds: What kinds of keys there are.
    ///   - question: What passkeys are asked; nil where none works at this address.
    ///   - to: Where unlocking leads.
    public init(
        failure: LockFailure?,
        kinds: Set<LockEvent.Means>,
        question: PasskeyQuestion?,
        to: Back?
    ) {
        self.failure = failure
        self.kinds = kinds
        self.question = question
        self.to = to
    }

    /// The page.
    public func render() -> [UInt8] {
        Document(
            title: "Unlock",
            parts: Parts(style: "css/plain.css", icons: [.alert]),
            settings: StudySettings()
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { "Unlock" }
                FieldFlaw(id: "problem", words: failure?.words)
                if kinds.contains(.passphrase) {
                    form(.method("post"), .action(.unlockBy(.passphrase))) {
                        HiddenField("to", to?.path ?? "/")
                        input(
                            .class("input"),
                            .fixed("name", "passphrase"),
                            .type("password"),
                            .fixed("aria-label", "Passphrase"),
                            .fixed("autocomplete", "current-password")
                        )
                        button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) { "Unlock" }
                    }
                }
                if kinds.contains(.recovery) {
                    form(.method("post"), .action(.unlockBy(.recovery))) {
                        HiddenField("to", to?.path ?? "/")
                        input(
                            .class("input"),
                            .fixed("name", "code"),
                            .type("text"),
                            .fixed("aria-label", "Recovery code"),
                            .fixed("autocomplete", "off")
                        )
                        button(.class("btn btn-wide"), .type("submit")) {
                            "Unlock with the recovery code"
                        }
                    }
                }
            }
        }.render()
    }
}

extension LockFailure {
    /// What happened and what to do.
    public var words: Phrase { Phrase(verbatim: description) }
}
