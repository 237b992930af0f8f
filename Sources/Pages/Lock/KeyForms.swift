import Languages
import Vault

/// The forms that take a key: a passkey, a passphrase or a recovery code.
///
/// A passkey needs a script, because only a script can ask the device; a passphrase and a recovery code do not.
struct KeyForms: HTML {
    enum Purpose {
        case unlocking(to: ReturnPath?)
        /// Repeats a request with a key.
        ///
        /// - Parameters:
        ///   - fields: The fields of the request.
        ///   - question: What a passkey has to sign, as JSON.
        case confirming(action: String, fields: [(name: String, value: String)], question: String?)
    }

    let methods: UnlockPage.Methods
    let failure: LockFailure?
    /// The name of the library's file.
    let library: String
    let purpose: Purpose

    func write(to page: inout HTMLWriter) { forms.write(to: &page) }

    @HTMLBuilder private var forms: some HTML {
        if methods.hasPasskey { passkey }
        if methods.hasPassphrase {
            if methods.hasPasskey {
                details(
                    .class("unlock-option"),
                    .present("open", if: failure?.field == .passphrase)
                ) {
                    summary { "Use the passphrase" }
                    passphrase
                }
            } else {
                passphrase
            }
        }
        if methods.hasRecoveryCode {
            details(.class("unlock-option"), .present("open", if: opensRecoveryCode)) {
                summary { "Use the recovery code" }
                recoveryCode
            }
        }
        if !methods.hasPasskey, !methods.otherSites.isEmpty {
            p(.class("muted small")) {
                "Passkeys only open this library at \(methods.otherSites.joined(separator: ", "))."
            }
        }
    }

    private var opensRecoveryCode: Bool {
        failure?.field == .recovery || !methods.hasPasskey && !methods.hasPassphrase
    }

    @HTMLBuilder private var passkey: some HTML {
        form(
            .method("post"),
            .text("action", action(.passkey)),
            .id("passkey"),
            .class("with-script"),
            .text("data-challenge", isUnlocking ? Route.unlockBy(.challenge).path : nil),
            .text("data-salt", isUnlocking ? Route.unlockBy(.salt).path : nil),
            .text("data-question", question)
        ) {
            fields
            if !isUnlocking { HiddenField("key-passkey", "") }
            button(.class("btn btn-primary btn-big btn-wide"), .type("submit")) {
                Icon.key.large
                span { isUnlocking ? "Unlock with passkey" : "Confirm with passkey" }
            }
        }
        PasskeyNeedsScript()
    }

    private var passphrase: some HTML {
        form(.method("post"), .text("action", action(.passphrase)), .class("unlock-form")) {
            fields
            // Browsers store a passphrase under a user name.
            input(
                .class("vh"),
                .type("text"),
                .fixed("name", isUnlocking ? "library" : "key-library"),
                .fixed("autocomplete", "username"),
                .text("value", library),
                .tabindex(-1),
                .ariaHidden,
                .present("readonly")
            )
            PassphraseField(
                name: isUnlocking ? "passphrase" : "key-passphrase",
                title: "Passphrase",
                flaw: failure?.field == .passphrase ? failure?.words : nil,
                kind: .current,
                takesFocus: !methods.hasPasskey && failure?.field != .recovery
            )
            submit(isPrimary: !methods.hasPasskey)
        }
    }

    private var recoveryCode: some HTML {
        let flaw = failure?.field == .recovery ? failure?.words : nil
        let name: StaticString = isUnlocking ? "code" : "key-code"
        return form(
            .method("post"),
            .text("action", action(.recovery)),
            .class("unlock-form"),
            .fixed("autocomplete", "off")
        ) {
            fields
            Field(name.description, "Recovery code") {
                input(
                    .class("input code"),
                    .id(name),
                    .fixed("name", name),
                    .type("text"),
                    .fixed("autocapitalize", "characters"),
                    .fixed("spellcheck", "false"),
                    .fixed("maxlength", "64"),
                    .fixed("dir", "ltr"),
                    .present("required"),
                    .present("autofocus", if: flaw != nil),
                    .isInvalid(flaw),
                    .describedBy(flaw, id: "code-flaw")
                )
                FieldError(id: "code-flaw", words: flaw)
            }
            submit(isPrimary: !methods.hasPasskey && !methods.hasPassphrase)
        }
    }

    private func submit(isPrimary: Bool) -> some HTML {
        button(
            .class(isPrimary ? "btn btn-primary btn-big btn-wide" : "btn btn-big btn-wide"),
            .type("submit")
        ) { span { isUnlocking ? "Unlock" : "Confirm" } }
    }

    // MARK: - Purpose

    private var isUnlocking: Bool { if case .unlocking = purpose { true } else { false } }

    private var question: String? {
        if case .confirming(_, _, let question) = purpose { question } else { nil }
    }

    private func action(_ key: UnlockKey) -> String {
        switch purpose {
        case .unlocking: Route.unlockBy(key).path
        case .confirming(let action, _, _): action
        }
    }

    @HTMLBuilder private var fields: some HTML {
        switch purpose {
        case .unlocking(let destination): destination.map { HiddenField("to", $0.path) }
        case .confirming(_, let fields, _):
            Each(fields) { field in
                input(.type("hidden"), .text("name", field.name), .text("value", field.value))
            }
            // The page's script fills in what only this browser knows.
            HiddenField("key-browser", "")
        }
    }
}
