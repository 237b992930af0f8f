internal import Languages
package import LibraryValues
package import Notes

/// Asks whether a program may use the library, and what else it may do; works without scripts.
package struct ConnectionPage: Page {
    private let client: ConnectedClient
    private let settings: StudySettings

    package init(client: ConnectedClient, settings: StudySettings) {
        self.client = client
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.form(script: nil, [.close, .alert])
        return Document(title: "Connections", assets: assets, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                form(.class("sheet"), .method("post"), .action(.connect(.client(client.number)))) {
                    SheetHeader(
                        title: "Let \(client.name) use your cards?",
                        exit: ReturnPath(.connect(.overview))
                    )
                    div(.class("sheet-body")) {
                        if client.isWebPage {
                            AlertNote(
                                "This is a website. Allow it only if you know why it needs your cards.",
                                .warning
                            )
                        }
                        p(.class("muted")) {
                            "It can then read, add, change and delete cards. You can undo each of its changes in the history, and what it deletes goes to the bin."
                        }
                        p(.class("small muted"), .fixed("dir", "ltr")) { client.identity }
                        fieldset(.class("field")) {
                            legend { "It may also" }
                            Each(ConnectedClient.Permissions.all.map(\.rawValue)) { permission in
                                tick(ConnectedClient.Permissions(rawValue: permission))
                            }
                        }
                    }
                    footer(.class("sheet-foot")) {
                        if client.decision != .asked {
                            submitButton("forget", class: "btn btn-quiet") { "Ask me again" }
                        }
                        submitButton("refuse", class: "btn") { "Refuse" }
                        submitButton("allow", class: "btn btn-primary btn-big") { "Allow" }
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private func tick(_ permission: ConnectedClient.Permissions) -> some HTML {
        label(.class("tick-line")) {
            input(
                .type("checkbox"),
                .text("name", "may-\(permission.rawValue)"),
                .fixed("value", "on"),
                .present("checked", if: client.permissions.contains(permission))
            )
            span { words(for: permission) }
        }
    }

    private func words(for permission: ConnectedClient.Permissions) -> Phrase {
        switch permission {
        case .readsFiles: "Read pictures and sounds from files on this computer"
        case .downloads: "Download pictures and sounds from the web"
        case .downloadsLocally: "Download them from this computer and its network"
        default: "Put pictures and sounds into a folder for cards to use"
        }
    }
}
