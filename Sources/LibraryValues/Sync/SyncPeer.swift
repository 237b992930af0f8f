package import Notes

/// Numbers a peer in this library.
package struct PeerID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Another server or program that this library syncs with.
package struct SyncPeer: Hashable, Sendable {
    package var id: PeerID
    package var name: String
    /// Its address; nil for one that syncs with us, and that we cannot reach.
    package var address: String?
    /// The token that we present to it, if we reach it.
    package var token: String?
    package var paired: Moment
    /// The last time that a sync ended.
    package var synced: Moment?
    /// The replica that it was, and what it held, when we last heard of it.
    package var replica: ReplicaID?
    package var vector: SyncVector
    /// What came and went in the last sync that moved anything.
    package var received: Int
    package var sent: Int
    package var overwritten: Int
    /// Why the last try failed.
    package var failure: String?

    package init(
        id: PeerID,
        name: String,
        address: String?,
        token: String?,
        paired: Moment,
        synced: Moment? = nil,
        replica: ReplicaID? = nil,
        vector: SyncVector = SyncVector(),
        received: Int = 0,
        sent: Int = 0,
        overwritten: Int = 0,
        failure: String? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.token = token
        self.paired = paired
        self.synced = synced
        self.replica = replica
        self.vector = vector
        self.received = received
        self.sent = sent
        self.overwritten = overwritten
        self.failure = failure
    }
}

/// The outcome of a sync with a peer, to be recorded.
package struct SyncRecord: Hashable, Sendable {
    package var replica: ReplicaID?
    /// What both are known to hold; nil for no more than before.
    package var vector: SyncVector?
    package var received: Int
    package var sent: Int
    package var overwritten: Int
    package var failure: String?

    package init(
        replica: ReplicaID? = nil,
        vector: SyncVector? = nil,
        received: Int = 0,
        sent: Int = 0,
        overwritten: Int = 0,
        failure: String? = nil
    ) {
        self.replica = replica
        self.vector = vector
        self.received = received
        self.sent = sent
        self.overwritten = overwritten
        self.failure = failure
    }
}
