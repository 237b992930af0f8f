package import Languages
package import LibraryValues
package import Notes

/// With which copies of the library it syncs, what came and went, and which texts were replaced; works without scripts.
package struct PeersPage: Page {
    private let peers: [SyncPeer]
    private let overwritten: [OverwrittenValue]
    private let pairing: Pairing
    private let isRunning: Bool
    private let time: MomentFormatter
    private let settings: StudySettings

    /// What the forms for a new peer show.
    package struct Pairing: Sendable {
        /// The address of this library.
        package var ownAddress: String
        /// Whether other computers can reach it there.
        package var isReachable: Bool
        /// A code for another device, just made.
        package var code: String?
        /// What was typed, and why it was not accepted.
        package var address = ""
        package var problem: Phrase?

        package init(ownAddress: String, isReachable: Bool) {
            self.ownAddress = ownAddress
            self.isReachable = isReachable
        }
    }

    /// - Parameters:
    ///   - overwritten: Latest first.
    ///   - isRunning: Whether a sync runs now.
    package init(
        peers: [SyncPeer],
        overwritten: [OverwrittenValue],
        pairing: Pairing,
        isRunning: Bool = false,
        time: MomentFormatter,
        settings: StudySettings
    ) {
        self.peers = peers
        self.overwritten = overwritten
        self.pairing = pairing
        self.isRunning = isRunning
        self.time = time
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(style: "css/lock.css", script: nil, [.back, .alert])
        return Document(title: "Sync", assets: assets, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                header(.class("page-head lock-head")) {
                    a(.class("icon-btn"), .href(.settings()), .ariaLabel("Back")) {
                        Icon.back.large
                    }
                    h1 { "Sync" }
                }
                p(.class("muted")) {
                    "Keep your cards the same on several computers. Study and edit on any of them, even offline."
                }
                HelpLink("sync", about: "Sync")
                Pages.section(.class("group"), .aria("aria-labelledby", "peers")) {
                    h2(.id("peers")) { "Syncs with" }
                    if peers.isEmpty {
                        p(.class("panel muted small")) { "None yet." }
                    } else {
                        ul(.class("rows")) {
                            Each(peers) { row(of: $0) }
                            if callsPeers { li { automatic } }
                        }
                    }
                    if callsPeers { syncNow }
                }
                if !overwritten.isEmpty {
                    Pages.section(.class("group"), .aria("aria-labelledby", "overwritten")) {
                        h2(.id("overwritten")) { "Texts replaced by a later edit" }
                        OverwrittenList(
                            values: overwritten,
                            time: time,
                            back: ReturnPath(.sync(.overview)),
                            linksToCards: true
                        )
                    }
                }
                div(.class("lock-two")) {
                    Pages.section(.class("group"), .aria("aria-labelledby", "code")) {
                        h2(.id("code")) { "Let another Omena sync with this one" }
                        codeForm
                    }
                    Pages.section(.class("group"), .aria("aria-labelledby", "other")) {
                        h2(.id("other")) { "Sync with another Omena" }
                        addressForm
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private var callsPeers: Bool { peers.contains { $0.address != nil } }

    private var syncNow: some HTML {
        form(.class("lock-add"), .method("post"), .action(.sync(.overview))) {
            submitButton("sync", class: "btn btn-primary") { "Sync now" }
            if isRunning {
                p(.class("small"), .role("status")) {
                    "Syncing… Reload the page to see the result."
                }
            }
        }
    }

    // MARK: - Peers

    private func row(of peer: SyncPeer) -> some HTML {
        li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { peer.title }
                if let address = peer.address {
                    small(.class("muted"), .fixed("dir", "ltr")) { address }
                }
                if let problem = peer.failure {
                    span(.class("error")) {
                        Icon.alert.small
                        span(.dirAuto) { SyncProblem(record: problem).words }
                    }
                }
                small {
                    peer.synced.map { "Last synced: \(time.text(for: $0))" } ?? "Not synced yet"
                }
                if let moved = peer.moved { small(.class("muted")) { moved } }
            }
            a(.class("btn btn-small"), .href(.sync(.peer(peer.id)))) {
                "Remove"
                span(.class("vh")) { " \(peer.title)" }
            }
        }
    }

    private var automatic: some HTML {
        let isOn = settings.syncsAutomatically
        return form(.class("set-row"), .method("post"), .action(.sync(.overview))) {
            SettingLabel(
                title: "Automatic sync",
                hint: "Every few minutes, and soon after a change"
            )
            submitButton(isOn ? "manual" : "automatic", class: "btn btn-small") {
                isOn ? "Turn off" : "Turn on"
                span(.class("vh")) { " \("Automatic sync" as Phrase)" }
            }
        }
    }

    // MARK: - New peers

    private var codeForm: some HTML {
        form(.method("post"), .action(.sync(.overview)), .class("panel lock-form")) {
            if let code = pairing.code {
                p(.class("small")) { "Enter this address and code on the other computer:" }
                p(.fixed("dir", "ltr")) { pairing.ownAddress }
                p(.class("sync-code"), .id("sync-code"), .role("status"), .fixed("dir", "ltr")) {
                    code
                }
                p(.class("muted small")) {
                    "Or run “omena sync” there with both. The code lasts ten minutes and works once."
                }
            } else {
                p(.class("muted small")) {
                    "Anyone with a code can read and change everything in your library."
                }
            }
            if !pairing.isReachable {
                p(.class("muted small")) {
                    "Only this computer can reach this Omena. To sync with it from elsewhere, start it with --host or --origin."
                }
            }
            div(.class("lock-actions")) {
                submitButton("code") { pairing.code == nil ? "Show a code" : "Show another code" }
            }
        }
    }

    private var addressForm: some HTML {
        form(.method("post"), .action(.sync(.overview)), .class("panel lock-form")) {
            Field("address", "Address") {
                fieldInput(
                    "address",
                    .fixed("inputmode", "url"),
                    .fixed("autocapitalize", "off"),
                    .fixed("spellcheck", "false"),
                    .fixed("dir", "ltr"),
                    .fixed("maxlength", "400"),
                    .fixed("placeholder", "https://cards.example.org"),
                    .text("value", pairing.address),
                    .isInvalid(pairing.problem),
                    .describedBy(pairing.problem, id: "problem")
                )
            }
            Field("pairing-code", "Code") {
                input(
                    .class("input"),
                    .id("pairing-code"),
                    .type("text"),
                    .fixed("name", "code"),
                    .fixed("autocomplete", "one-time-code"),
                    .fixed("autocapitalize", "characters"),
                    .fixed("spellcheck", "false"),
                    .fixed("dir", "ltr"),
                    .fixed("maxlength", "64"),
                    .isInvalid(pairing.problem),
                    .describedBy(pairing.problem, id: "problem")
                )
                FieldError(id: "problem", words: pairing.problem, isAlert: true)
            }
            p(.class("muted small")) { "The other Omena shows a code in Settings › Sync." }
            div(.class("lock-actions")) {
                submitButton("pair", class: "btn btn-primary") { "Pair and sync" }
            }
        }
    }
}

extension SyncPeer {
    /// Its name for the learner.
    var title: String { name.isEmpty ? say("Unnamed device") : name }

    /// What came and went in the last sync that moved anything; nil where nothing did.
    fileprivate var moved: String? {
        var parts: [String] = []
        if received > 0 { parts.append(say("Received: \("\(received) changes" as Phrase)")) }
        if sent > 0 { parts.append(say("Sent: \("\(sent) changes" as Phrase)")) }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
