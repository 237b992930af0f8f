internal import Languages
package import LibraryValues
package import Notes

/// Asks for confirmation before removing a peer; works without scripts.
package struct RemovePeerPage: Page {
    private let peer: SyncPeer
    private let settings: StudySettings

    package init(peer: SyncPeer, settings: StudySettings) {
        self.peer = peer
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Stop syncing", assets: .plain, settings: settings) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1(.dirAuto) { "Stop syncing with \(peer.title)?" }
                p(.class("muted")) {
                    "Both copies keep everything they have. To sync again, pair them with a new code."
                }
                form(.method("post"), .action(.sync(.peer(peer.id)))) {
                    a(.class("btn btn-big btn-wide"), .href(.sync(.overview))) { "Keep syncing" }
                    button(.type("submit"), .class("btn btn-danger btn-big btn-wide")) {
                        "Remove"
                    }
                }
            }
        }.render()
    }
}
