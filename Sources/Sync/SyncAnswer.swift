/// What came of a sync with one or several peers, for scripts.
package struct SyncAnswer: Codable, Sendable {
    package var peers: [SyncResult]

    package init(peers: [SyncResult]) { self.peers = peers }
}

/// What became of a sync with a peer, for a page or a script.
package struct SyncResult: Codable, Hashable, Sendable {
    package var name: String
    package var address: String
    /// Why it failed, as it is recorded; what had come and gone before is kept.
    package var problem: String?
    /// How many changes and answers came and went.
    package var received = 0
    package var sent = 0
    package var receivedMedia = 0
    package var sentMedia = 0
    /// How many texts a later edit has replaced, on either side.
    package var overwritten = 0

    /// Whether anything came or went.
    package var hasMoved: Bool { received + sent + receivedMedia + sentMedia > 0 }
}
