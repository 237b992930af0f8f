internal import Languages
package import LibraryValues
package import Notes
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
    package func pairPeer(name: String) throws(LibraryError) -> String {
        let token = Token()
        let digest = Digest(of: token.text.utf8).bytes
        let moment = now()
        _ = try write { try $0.insertPeer(name: name, tokenDigest: digest, at: moment) }
        return token.text
    }

    /// The peer that presents a token.
    package func peer(token: String) throws(LibraryError) -> SyncPeer? {
        let digest = Digest(of: token.utf8).bytes
        return try read { try $0.peer(tokenDigest: digest) }.map(SyncPeer.init)
    }

    /// Forgets a peer, whose token is invalid from now on; false where there is no such peer.
    package func removePeer(_ peer: PeerID) throws(LibraryError) -> Bool {
        try write { try $0.deletePeer(peer.rawValue) }
    }

    /// Records how a sync with a peer ended.
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

    /// The values that lost to later edits in the last 90 days, newest first; of one note, or of all (nil).
    package func overwritten(note: NoteID?) throws(LibraryError) -> [OverwrittenValue] {
        try read { reader in
            let types = try reader.noteTypes()
            return try reader.overwritten(note: note).map { row in
                var lost = OverwrittenValue(
                    id: OverwrittenID(rawValue: row.number),
                    note: row.note,
                    kind: row.kind,
                    part: row.part,
                    text: row.value,
                    written: row.written,
                    moment: row.moment
                )
                guard row.part.hasPrefix("field "), let field = FieldID(row.part.dropFirst(6)),
                    let value = StoredJSON.read(row.value, as: FieldValue.self),
                    let note = try row.note.flatMap({ try reader.note($0) })
                else { return lost }
                let type = types[note.type]
                func readable(_ text: String) -> String {
                    type?.usesHTML == true ? text.asPlainText : text
                }
                lost.field = field
                lost.text = readable(value.text)
                lost.current = readable(note.values[field]?.text ?? "")
                lost.card = note.readablePrompt(as: type)
                return lost
            }
        }
    }

    /// Puts a value back, as an ordinary change that can be undone; nil if it is there already.
    package func restoreOverwritten(
        _ id: OverwrittenID,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            guard
                let row = try writer.overwritten(id.rawValue),
                row.part.hasPrefix("field "), let field = FieldID(row.part.dropFirst(6)),
                let value = StoredJSON.read(row.value, as: FieldValue.self),
                let note = try row.note.flatMap({ try writer.note($0) })
            else { throw LibraryError.refused("This text is no longer kept.") }
            try writer.removeOverwritten(row.number)
            if note.values[field] != value {
                let before = StoredValues([field: note.values[field]], changed: note.changed)
                let after = StoredValues([field: value], changed: moment)
                try recorder.replace(.values(note.id, before: before, after: after), with: writer)
            }
            return "Restored the other text of “\(String(note.prompt.prefix(60)))”"
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
