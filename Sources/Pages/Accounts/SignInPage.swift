package import Languages
import Notes

/// The form with which a learner signs in.
package struct SignInPage: Page {
    private let name: String
    private let problem: Phrase?
    private let destination: ReturnPath?

    /// - Parameters:
    ///   - name: Fills the field.
    ///   - problem: Why the last try failed.
    ///   - destination: Where signing in leads.
    package init(name: String = "", problem: Phrase? = nil, destination: ReturnPath? = nil) {
        self.name = name
        self.problem = problem
        self.destination = destination
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.people([.alert, .key])
        return Document(title: "Sign in", assets: assets, settings: StudySettings()) {
            main(.class("plain people"), .id("main")) {
                Logo("plain-art")
                h1 { "Sign in" }
                LockAlert(words: nil, seconds: nil)
                form(
                    .method("post"),
                    .action(accounts: .passkey),
                    .id("passkey"),
                    .class("with-script"),
                    .text("data-question", AccountsRoute.passkeyQuestion.path)
                ) {
                    button(.class("btn btn-big btn-wide"), .type("submit")) {
                        Icon.key.large
                        span { "Sign in with a passkey" }
                    }
                }
                form(.method("post"), .action(accounts: .signIn()), .id("sign-in")) {
                    destination.map { HiddenField("to", $0.path) }
                    Field("name", "Name for signing in") {
                        fieldInput(
                            "name",
                            .fixed("autocomplete", "username webauthn"),
                            .fixed("autocapitalize", "none"),
                            .fixed("spellcheck", "false"),
                            .fixed("maxlength", "32"),
                            .fixed("dir", "ltr"),
                            .present("required"),
                            .present("autofocus", if: name.isEmpty),
                            .text("value", name)
                        )
                    }
                    PassphraseField(
                        name: "passphrase",
                        title: "Passphrase",
                        flaw: problem,
                        kind: .current,
                        takesFocus: !name.isEmpty
                    )
                    button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) {
                        "Sign in"
                    }
                }
                p(.class("muted small")) {
                    "New here, or forgot your passphrase? Ask whoever runs this server for an invitation."
                }
            }
            StatusRegion()
        }.render()
    }
}
