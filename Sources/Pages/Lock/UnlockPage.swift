import Languages
import Notes
package import Vault

/// The only page of a locked library, with the forms that unlock it.
///
/// A passkey needs a script, because only a script can ask the device; a passphrase and a recovery code do not.
package struct UnlockPage: Page {
    /// What can unlock the library at the address of the page.
    package struct Methods: Hashable, Sendable {
        let hasPasskey: Bool
        let otherSites: [String]
        let hasPassphrase: Bool
        let hasRecoveryCode: Bool

        ///   - slots: All key slots of the library.
        ///   - site: The host of the page's address; nil where passkeys cannot work there.
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
    private let methods: Methods
    private let state: LockState
    private let destination: ReturnPath?

    /// - Parameters:
    ///   - name: The name of the library's file.
    ///   - destination: Where unlocking leads.
    package init(
        name: String,
        methods: Methods,
        state: LockState,
        destination: ReturnPath? = nil
    ) {
        self.name = name
        self.methods = methods
        self.state = state
        self.destination = destination
    }

    private var failure: LockFailure? {
        if case .failed(let failure) = state { failure } else { nil }
    }

    package func render() -> [UInt8] {
        let assets = PageAssets(
            style: "css/unlock.css",
            script: "js/unlock.js",
            icons: [.alert, .key],
            isOfLibrary: false
        )
        return Document(title: "Unlock", assets: assets, settings: StudySettings()) {
            main(.class("plain unlock"), .id("main")) {
                Logo("plain-art")
                h1 { "Unlock" }
                p(.class("muted unlock-name"), .dirAuto) { name }
                switch state {
                case .locking: waiting("Locking…")
                case .unlocking: waiting("Unlocking…")
                case .open, .locked, .failed:
                    LockAlert(
                        // A failure that concerns a field is shown there.
                        words: failure?.field == nil ? failure?.words : nil,
                        seconds: failure?.wait.map { String($0) }
                    )
                    if failure?.isFinal != true {
                        KeyForms(
                            methods: methods,
                            failure: failure,
                            library: name,
                            purpose: .unlocking(to: destination)
                        )
                    }
                }
                HelpLink("lock", about: "Unlock")
            }
            StatusRegion()
        }.render()
    }

    /// The page's script reloads it until the library is open or locked.
    private func waiting(_ words: Phrase) -> some HTML {
        p(.class("unlock-wait"), .role("status"), .fixed("data-wait", "")) {
            span(.class("spinner"), .ariaHidden)
            span { words }
        }
    }
}
