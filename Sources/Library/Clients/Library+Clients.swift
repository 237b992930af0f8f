internal import Languages
package import LibraryValues
internal import Notes
internal import Storage

extension Library {
    /// The most programs that wait for the learner's answer, so that pages cannot fill the library by asking.
    package static let mostUnansweredClients = 20

    /// The program of that identity, which is stored as asking if it is new.
    ///
    /// - Parameter isKnownByKey: Whether it is allowed without a question, because it showed a key.
    package func client(
        _ identity: String,
        isKnownByKey: Bool = false
    ) throws(LibraryError) -> ConnectedClient {
        if let known = try knownClient(identity) {
            let moment = now()
            if moment.milliseconds - known.seen.milliseconds > 60_000 {
                try translatingErrors {
                    try database.writeIfFree { writer in
                        try writer.recordUse(ofClient: known.number, at: moment)
                    }
                }
            }
            return known
        }
        let moment = now()
        try write { writer in
            let decision: ConnectedClient.Decision = isKnownByKey ? .allowed : .asked
            try writer.insertClient(identity, decision: decision.rawValue, at: moment)
            try writer.removeUnansweredClients(keeping: Self.mostUnansweredClients)
        }
        guard let client = try knownClient(identity) else {
            throw .refused("Nothing to change.")
        }
        return client
    }

    /// The program of that identity, if it is known.
    package func knownClient(_ identity: String) throws(LibraryError) -> ConnectedClient? {
        try read { try $0.client(identity) }.map { ConnectedClient($0, changes: 0) }
    }

    /// All programs, the last used first.
    package func clients() throws(LibraryError) -> [ConnectedClient] {
        try read { reader in
            let counts = try reader.journalCounts()
            return try reader.clients().map {
                ConnectedClient($0, changes: counts[-$0.number] ?? 0)
            }
        }
    }

    /// Stores what the learner decided about a program; false if it is unknown.
    package func decide(
        on client: Int64,
        _ decision: ConnectedClient.Decision,
        _ permissions: ConnectedClient.Permissions
    ) throws(LibraryError) -> Bool {
        try write { writer in
            try writer.decide(
                on: client,
                decision: decision.rawValue,
                permissions: permissions.rawValue,
                at: now()
            )
        }
    }

    /// Forgets a program, so that it has to ask again; false if it is unknown.
    package func forgetClient(_ client: Int64) throws(LibraryError) -> Bool {
        try write { try $0.deleteClient(client) }
    }

    package func connectSettings() throws(LibraryError) -> ConnectSettings {
        try read { reader in
            try reader.setting(.connect).flatMap {
                StoredJSON.read($0, as: ConnectSettings.self)
            } ?? ConnectSettings()
        }
    }

    package func change(_ settings: ConnectSettings) throws(LibraryError) {
        try write { try $0.set(.connect, to: try StoredJSON.text(of: settings)) }
    }
}

extension SettingKey {
    /// `ConnectSettings`, as JSON.
    fileprivate static let connect = SettingKey(rawValue: "connect")
}

extension ConnectedClient {
    fileprivate init(_ row: ClientRow, changes: Int) {
        self.init(
            number: row.number,
            identity: row.identity,
            decision: Decision(rawValue: row.decision) ?? .refused,
            permissions: Permissions(rawValue: row.permissions),
            asked: row.asked,
            decided: row.decided,
            seen: row.seen,
            changes: changes
        )
    }
}
