import Languages
package import Notes
package import Vault

/// Asks for a key before a change of the lock, or before everything is exported: a session alone does not permit that.
package struct ConfirmKeyPage: Page {
    /// How the names of the fields with a key begin.
    package static let prefix = "key-"

    private let forms: KeyForms
    private let back: Route
    private let settings: StudySettings

    /// - Parameters:
    ///   - action: The address of the request, which is repeated with a key.
    ///   - fields: Its fields.
    ///   - question: What a passkey has to sign, as JSON; nil where none would work.
    ///   - library: The name of the library's file.
    ///   - failure: Why the last key was refused.
    package init(
        action: String,
        fields: [(name: String, value: String)],
        methods: UnlockPage.Methods,
        question: String?,
        library: String,
        failure: LockFailure?,
        back: Route,
        settings: StudySettings
    ) {
        forms = KeyForms(
            methods: methods,
            failure: failure,
            library: library,
            purpose: .confirming(action: action, fields: fields, question: question)
        )
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets(
            style: "css/unlock.css",
            script: "js/confirm.js",
            icons: [.alert, .key]
        )
        return Document(title: "Confirm it’s you", assets: assets, settings: settings) {
            main(.class("plain unlock small"), .id("main")) {
                Logo("plain-art small-art")
                h1 { "Confirm it’s you" }
                p(.class("muted")) {
                    "Enter a key again, so that nobody else can do this while your library is unlocked."
                }
                LockAlert(
                    // A failure that concerns a field is shown there.
                    words: forms.failure?.field == nil ? forms.failure?.words : nil,
                    seconds: forms.failure?.wait.map { String($0) }
                )
                forms
                a(.class("btn btn-big btn-wide"), .href(back)) { "Cancel" }
            }
            StatusRegion()
        }.render()
    }
}
