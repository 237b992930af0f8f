package import Languages
package import LibraryValues
package import Notes

/// Whether programs that were written for Anki can use this library, and which may.
package struct ConnectionsPage: Page {
    private let access: Access
    private let clients: [ConnectedClient]
    private let problem: Phrase?
    private let time: MomentFormatter
    private let settings: StudySettings

    /// The port that programs use.
    package struct Access: Sendable {
        /// What the learner wants.
        package var settings: ConnectSettings
        /// The port that is open now.
        package var openPort: Int?
        /// Whether whoever started Omena decided.
        package var isFixed: Bool

        package init(settings: ConnectSettings, openPort: Int?, isFixed: Bool) {
            self.settings = settings
            self.openPort = openPort
            self.isFixed = isFixed
        }
    }

    /// - Parameters:
    ///   - clients: The last used first.
    ///   - problem: Why the port was not opened.
    package init(
        access: Access,
        clients: [ConnectedClient],
        problem: Phrase? = nil,
        time: MomentFormatter,
        settings: StudySettings
    ) {
        self.access = access
        self.clients = clients
        self.problem = problem
        self.time = time
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(style: "css/lock.css", script: nil, [.back, .alert])
        return Document(title: "Connections", assets: assets, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                header(.class("page-head lock-head")) {
                    BackLink(.settings())
                    h1 { "Connections" }
                }
                if let problem { AlertNote(problem) }
                p(.class("muted")) {
                    "Pop-up dictionaries, video players and note-taking apps can add cards, as they do to Anki with AnkiConnect. Each has to be allowed once."
                }
                Pages.section(.class("group"), .aria("aria-labelledby", "access")) {
                    h2(.id("access")) { "Programs made for Anki" }
                    if access.isFixed { fixed } else { form }
                }
                Pages.section(.class("group"), .aria("aria-labelledby", "programs")) {
                    h2(.id("programs")) { "Programs" }
                    if clients.isEmpty {
                        p(.class("panel muted small")) {
                            "None yet. A program appears here once it has tried to use your cards."
                        }
                    } else {
                        ul(.class("rows")) { Each(clients) { row(of: $0) } }
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private var fixed: some HTML {
        p(.class("panel muted small")) {
            access.openPort.map { port in
                "Open at \("http://localhost:\(String(port))"), because Omena was started with --anki-port."
            } ?? "Closed, because of the options Omena was started with."
        }
    }

    private var form: some HTML {
        Pages.form(.method("post"), .action(.connect(.overview)), .class("panel lock-form")) {
            p(.class("small")) {
                access.openPort.map { port in
                    "Open at \("http://localhost:\(String(port))")."
                } ?? "Closed: no program can reach Omena."
            }
            Field("port", "Port") {
                input(
                    .class("input"),
                    .id("port"),
                    .type("text"),
                    .fixed("name", "port"),
                    .text("value", String(access.settings.port)),
                    .fixed("inputmode", "numeric"),
                    .fixed("dir", "ltr")
                )
            }
            p(.class("muted small")) {
                "Programs expect 8765, which only one of Anki and Omena can use at a time."
            }
            div(.class("lock-actions")) {
                submitButton("open", class: "btn btn-primary") {
                    access.openPort == nil ? "Let programs in" : "Use this port"
                }
                if access.openPort != nil { submitButton("close") { "Close" } }
            }
        }
    }

    private func row(of client: ConnectedClient) -> some HTML {
        li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { client.name }
                small { state(of: client) }
                small(.class("muted")) { activity(of: client) }
            }
            a(.class("btn btn-small"), .href(.connect(.client(client.number)))) {
                client.decision == .asked ? "Decide" : "Change"
                span(.class("vh")) { " \(client.name)" }
            }
        }
    }

    private func state(of client: ConnectedClient) -> Phrase {
        let moment = time.text(for: client.decided ?? client.asked)
        return switch client.decision {
        case .asked: "Asked: \(moment)"
        case .allowed: "Allowed: \(moment)"
        case .refused: "Refused: \(moment)"
        }
    }

    private func activity(of client: ConnectedClient) -> Phrase {
        let seen: Phrase = "Last used: \(time.text(for: client.seen))"
        return client.changes == 0 ? seen : "\(seen) · \("\(client.changes) changes" as Phrase)"
    }
}
