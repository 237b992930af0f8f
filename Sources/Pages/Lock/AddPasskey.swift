import Languages

/// Where a passkey can be added from the address at which a page is seen.
package enum PasskeyPlace: Hashable, Sendable {
    /// Here.
    case here
    /// At another address of the same Omena: `http://localhost:6636/settings/lock`.
    case at(String)
    /// Nowhere: a bare number is no site, and without TLS only `localhost` is.
    case nowhere
}

/// The form that a script fills with a new passkey and sends.
struct PasskeyForm: HTML {
    let action: LockRoute
    @HTMLBuilder let button: () -> Fragment

    func write(to page: inout HTMLWriter) {
        form(
            .method("post"),
            .action(.lockSettings(action)),
            .id("passkey"),
            .class("with-script"),
            .text("data-options", Route.lockSettings(.passkey).path)
        ) {
            Each(["client-data", "attestation", "salt", "secret"]) { name in
                input(.type("hidden"), .text("name", name))
            }
            button()
        }.write(to: &page)
    }
}

/// The button that adds a passkey, or says where one can be added.
struct AddPasskey: HTML {
    let place: PasskeyPlace

    func write(to page: inout HTMLWriter) { button.write(to: &page) }

    @HTMLBuilder private var button: some HTML {
        switch place {
        case .here:
            PasskeyForm(action: .passkey) {
                Pages.button(.type("submit"), .class("btn btn-primary")) {
                    Icon.key.small
                    span { "Add a passkey" }
                }
            }
            noscript {
                p(.class("muted small")) {
                    "A passkey needs JavaScript, which is off in this browser."
                }
            }
        case .at(let address):
            a(.class("btn btn-primary"), .text("href", address)) {
                Icon.key.small
                span { "Add a passkey" }
            }
        case .nowhere:
            p(.class("muted small")) {
                "Passkeys work over TLS, under a name: open Omena at its https address to add one."
            }
        }
    }
}

/// What went wrong with a passkey, or with a change; the script says here what only the browser knows.
struct PasskeyTrouble: HTML {
    let words: Phrase?

    func write(to page: inout HTMLWriter) {
        p(
            .class("note error"),
            .id("trouble"),
            .role("alert"),
            .present("hidden", if: words == nil)
        ) {
            Icon.alert.small
            span { words ?? "" }
        }.write(to: &page)
    }
}
