package import Languages
import Notes

/// Where somebody who was invited chooses how to sign in.
///
/// The page's script takes the invitation from the link; without one it is pasted.
package struct JoinPage: Page {
    private let invitation: String
    private let problem: Phrase?
    private let flaws: PassphraseFlaws

    /// - Parameters:
    ///   - problem: Why the invitation was not accepted.
    ///   - flaws: Why the passphrase was not.
    package init(
        invitation: String = "",
        problem: Phrase? = nil,
        flaws: PassphraseFlaws = .none
    ) {
        self.invitation = invitation
        self.problem = problem
        self.flaws = flaws
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.people([.alert, .key])
        return Document(title: "You’re invited", assets: assets, settings: StudySettings()) {
            main(.class("plain people"), .id("main")) {
                Logo("plain-art")
                h1 { "You’re invited" }
                p(.class("muted")) {
                    "Choose how you want to sign in. The invitation works once. Don’t share it."
                }
                LockAlert(words: nil, seconds: nil)
                form(.method("post"), .action(accounts: .join), .id("join")) {
                    SecretField(
                        name: "invitation",
                        title: "Invitation",
                        value: invitation,
                        problem: problem
                    )
                    button(
                        .class("btn btn-big btn-wide with-script"),
                        .type("button"),
                        .id("use-passkey"),
                        .text("data-options", AccountsRoute.newPasskey.path)
                    ) {
                        Icon.key.large
                        span { "Use a passkey" }
                    }
                    PassphraseField(
                        name: "passphrase",
                        title: "Or a new passphrase",
                        hint: "At least eight characters; a few words are good",
                        flaw: flaws.passphrase
                    )
                    PassphraseField(
                        name: "again",
                        title: "The same passphrase again",
                        flaw: flaws.again
                    )
                    button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) {
                        "Join"
                    }
                }
            }
            StatusRegion()
        }.render()
    }
}
