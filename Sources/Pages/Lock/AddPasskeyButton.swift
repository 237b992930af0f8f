import Languages

/// Whether a passkey can be added from the address of a page.
package enum PasskeyAvailability: Hashable, Sendable {
    case here
    /// Only at another address of the same server, such as `http://localhost:6636/settings/lock`.
    case at(String)
    /// Passkeys need a host name instead of an IP address, and TLS unless the name is `localhost`.
    case nowhere
}

/// Adds a passkey, or links or says where one can be added.
struct AddPasskeyButton: HTML {
    let availability: PasskeyAvailability
    /// Receives the new passkey.
    var action = LockRoute.passkey
    var label: Phrase = "Add a passkey"
    var isBig = false

    func write(to page: inout HTMLWriter) {
        switch availability {
        case .here:
            // The page's script creates the passkey and fills in the fields.
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
                button(.type("submit"), .class(classes)) { content }
            }.write(to: &page)
            PasskeyNeedsScript().write(to: &page)
        case .at(let address):
            a(.class(classes), .text("href", address)) { content }.write(to: &page)
        case .nowhere:
            p(.class("muted small")) {
                "Passkeys need TLS and a host name. To add one, open Omena at its https address."
            }.write(to: &page)
        }
    }

    private var classes: StaticString {
        isBig ? "btn btn-primary btn-wide btn-big" : "btn btn-primary"
    }

    @HTMLBuilder private var content: some HTML {
        if isBig { Icon.key.large } else { Icon.key.small }
        span { label }
    }
}

struct PasskeyNeedsScript: HTML {
    func write(to page: inout HTMLWriter) {
        noscript {
            p(.class("muted small")) {
                "Passkeys need JavaScript, which is turned off in this browser."
            }
        }.write(to: &page)
    }
}
