package import LibraryValues
internal import Sodium
internal import Storage

extension Library {
    /// Everything that this library syncs with, by name.
    package func peers() throws(LibraryError) -> [SyncPeer] {
        try read { try $0.peers() }.map(SyncPeer.init)
    }

    /// Adds a peer that we reach at an address, with the token that it gave us.
    package func addPeer(
        name: String,
        address: String,
        token: String
    ) throws(LibraryError) -> PeerID {
        let moment = now()
        return PeerID(
            rawValue: try write {
                try $0.insertPeer(name: name, address: address, token: token, at: moment)
            }
        )
    }

    /// Adds a peer that reaches us, and returns the token that it presents from now on; only its digest is stored.
    ///
    /// - Parameter token: One that nobody can guess; nil for a new one.
    package func pairPeer(
        name: String,
        token: String? = nil
    ) throws(LibraryError) -> String {
        let token = token ?? Token().text
        let digest = Digest(of: token.utf8).bytes
        let moment = now()
        _ = try write { try $0.insertPeer(name: name, tokenDigest: digest, at: moment) }
        return token
    }

    package func peer(token: String) throws(LibraryError) -> SyncPeer? {
        let digest = Digest(of: token.utf8).bytes
        return try read { try $0.peer(tokenDigest: digest) }.map(SyncPeer.init)
    }

    /// Forgets a peer, whose token is invalid from now on; false where there is no such peer.
    package func removePeer(_ peer: PeerID) throws(LibraryError) -> Bool {
        try write { try $0.deletePeer(peer.rawValue) }
    }

    package func recordSync(with peer: PeerID, _ record: SyncRecord) throws(LibraryError) {
        let moment = now()
        try write {
            try $0.recordSync(
                with: peer.rawValue,
                record.replica,
                record.vector,
                (record.received, record.sent, record.overwritten),
                failure: record.failure,
                at: moment
            )
        }
    }
}

extension SyncPeer {
    fileprivate init(_ row: PeerRow) {
        self.init(
            id: PeerID(rawValue: row.number),
            name: row.name,
            address: row.address,
            token: row.token,
            paired: row.paired,
            synced: row.synced,
            replica: row.replica,
            vector: row.vector,
            received: row.counts.received,
            sent: row.counts.sent,
            overwritten: row.counts.overwritten,
            failure: row.failure
        )
    }
}
