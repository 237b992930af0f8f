import Languages
import Notes
package import Vault

/// All that a locked library shows: the ways to unlock it.
///
/// A passphrase and a recovery code work without a script; a passkey needs one, because only a script can ask the device.
package struct UnlockPage: Page {
    /// What opens the library at the address where the page is seen.
    package struct Ways: Hashable, Sendable {
        let hasPasskey: Bool
        let otherSites: [String]
        let hasPassphrase: Bool
        let hasRecoveryCode: Bool

        /// - Parameters:
        ///   - slots: All ways to unlock the library.
        ///   - site: The site of the address at which the page is seen, where passkeys can work there.
        package init(_ slots: [KeySlot], at site: String?) {
            let sites = slots.compactMap { slot in
                if case .passkey(let passkey) = slot.means { passkey.relyingParty } else { nil }
            }
            hasPasskey = site.map { sites.contains($0) } ?? false
            otherSites = Set(sites).filter { $0 != site }.sorted()
            hasPassphrase = slots.contains { $0.kind == .passphrase }
            hasRecoveryCode = slots.contains { $0.kind == .recovery }
        }
    }

    private let name: String
    private let ways: Ways
    private let state: LockState
    private let to: Back?

    /// - Parameters:
    ///   - name: What the library's file is called.
    ///   - ways: What opens it here.
    ///   - state: What is going on.
    ///   - to: Where unlocking leads.
    package init(name: String, ways: Ways, state: LockState, to: Back? = nil) {
        self.name = name
        self.ways = ways
        self.state = state
        self.to = to
    }

    private var trouble: LockFailure? {
        if case .failed(let trouble) = state { trouble } else { nil }
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Unlock", parts: .unlock, settings: StudySettings()) {
            main(.class("plain unlock"), .id("main")) {
                Logo("plain-art")
                h1 { "Unlock" }
                p(.class("muted unlock-name"), .dirAuto) { name }
                switch state {
                case .locking: waiting("Locking…")
                case .unlocking: waiting("Unlocking…")
                case .open, .locked, .failed:
                    outcome
                    if trouble?.isFinal != true { forms }
                }
            }
            Status()
        }.render()
    }

    /// The page is read anew until there is something to do.
    private func waiting(_ words: Phrase) -> some HTML {
        p(.class("unlock-wait"), .role("status"), .fixed("data-wait", "")) {
            span(.class("spinner"), .ariaHidden)
            span { words }
        }
    }

    @HTMLBuilder private var outcome: some HTML {
        // The script says here what only the browser knows: cancelled, timed out, no authenticator.
        p(
            .class("note error"),
            .id("trouble"),
            .role("alert"),
            .text("data-seconds", seconds),
            .present("hidden", if: said == nil)
        ) {
            Icon.alert.small
            span { said ?? "" }
        }
    }

    /// What is said above the ways, not beside a field.
    private var said: Phrase? {
        guard let trouble, trouble.field == nil else { return nil }
        return trouble.words
    }

    private var seconds: String? {
        trouble?.wait.map { String($0) }
    }

    @HTMLBuilder private var forms: some HTML {
        if ways.hasPasskey { passkey }
        if ways.hasPassphrase {
            if ways.hasPasskey {
                details(
                    .class("unlock-option"),
                    .present("open", if: trouble?.field == .passphrase)
                ) {
                    summary { "Use the passphrase" }
                    passphrase
                }
            } else {
                passphrase
            }
        }
        if ways.hasRecoveryCode {
            details(.class("unlock-option"), .present("open", if: opensRecoveryCode)) {
                summary { "Use the recovery code" }
                recoveryCode
            }
        }
        if !ways.hasPasskey, !ways.otherSites.isEmpty {
            p(.class("muted small")) {
                "Passkeys open this library at \(ways.otherSites.joined(separator: ", ")) only."
            }
        }
    }

    private var opensRecoveryCode: Bool {
        trouble?.field == .recovery || !ways.hasPasskey && !ways.hasPassphrase
    }

    @HTMLBuilder private var passkey: some HTML {
        form(
            .method("post"),
            .action(.unlockBy(.passkey)),
            .id("passkey"),
            .class("with-script"),
            .text("data-challenge", Route.unlockBy(.challenge).path)
        ) {
            destination
            button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) {
                Icon.key.large
                span { "Unlock with passkey" }
            }
        }
        noscript {
            p(.class("muted small")) { "A passkey needs JavaScript, which is off in this browser." }
        }
    }

    private var passphrase: some HTML {
        form(.method("post"), .action(.unlockBy(.passphrase)), .class("unlock-form")) {
            destination
            // Browsers keep a passphrase under a name.
            input(
                .class("vh"),
                .type("text"),
                .fixed("name", "library"),
                .fixed("autocomplete", "username"),
                .text("value", name),
                .tabindex(-1),
                .ariaHidden,
                .present("readonly")
            )
            PassphraseField(
                name: "passphrase",
                title: "Passphrase",
                flaw: trouble?.field == .passphrase ? trouble?.words : nil,
                kind: .current,
                takesFocus: !ways.hasPasskey || trouble?.field == .passphrase
            )
            unlock(isPrimary: !ways.hasPasskey)
        }
    }

    private var recoveryCode: some HTML {
        let flaw = trouble?.field == .recovery ? trouble?.words : nil
        return form(
            .method("post"),
            .action(.unlockBy(.recovery)),
            .class("unlock-form"),
            .fixed("autocomplete", "off")
        ) {
            destination
            div(.class("field")) {
                label(.fixed("for", "code")) { "Recovery code" }
                input(
                    .class("input code"),
                    .id("code"),
                    .fixed("name", "code"),
                    .type("text"),
                    .fixed("autocapitalize", "characters"),
                    .fixed("spellcheck", "false"),
                    .fixed("maxlength", "64"),
                    .fixed("dir", "ltr"),
                    .present("required"),
                    .text("aria-invalid", flaw == nil ? nil : "true"),
                    .text("aria-describedby", flaw == nil ? nil : "code-flaw")
                )
                FieldFlaw(id: "code-flaw", words: flaw)
            }
            unlock(isPrimary: !ways.hasPasskey && !ways.hasPassphrase)
        }
    }

    private func unlock(isPrimary: Bool) -> some HTML {
        button(
            .class(isPrimary ? "btn btn-primary btn-big btn-wide" : "btn btn-big btn-wide"),
            .type("submit")
        ) { span { "Unlock" } }
    }

    @HTMLBuilder private var destination: some HTML {
        if let to { HiddenField("to", to.path) }
    }
}

extension Parts {
    fileprivate static let unlock: Parts = {
        var parts = Parts(
            style: "css/unlock.css",
            script: "js/unlock.js",
            icons: [.alert, .key]
        )
        parts.isOfLibrary = false
        return parts
    }()
}
