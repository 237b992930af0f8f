package import Notes
internal import SQLite

// A replica that was set back has given some sequences to two facts each, and vectors cannot tell these apart. Nobody uses them
// any more: whoever has such facts tells them again under a new name, and ignores those that others have not renamed yet.

/// What a peer says of itself.
package struct PeerClaims: Sendable {
    package var vector: SyncVector
    /// What its `openings` are; nil if it does not say.
    package var openings: SyncVector?
    /// What its `reusedSequences` are.
    package var reused: SyncVector

    package init(
        vector: SyncVector,
        openings: SyncVector? = nil,
        reused: SyncVector = SyncVector()
    ) {
        (self.vector, self.openings, self.reused) = (vector, openings, reused)
    }
}

extension Reading where Self: ~Copyable {
    /// The first sequence that a replica has given to two facts, of each that is known to have done so.
    package func reusedSequences() throws -> SyncVector {
        var first = SyncVector()
        try connection.forEach("SELECT id, reused FROM replica WHERE reused IS NOT NULL") { row in
            if let id = ReplicaID(bytes: row.bytes(0)) {
                first[id] = row.int64(1, within: Stamp.sequences)
            }
        }
        return first
    }

    /// The same, as far as what a peer says is news.
    ///
    /// Either it knows already; or it holds facts of this library's replica that this one has not written; or its openings are
    /// others. What both held when they last synced is the same, and so far the sequences can stay.
    package func reusedSequences(
        knownFrom claims: PeerClaims,
        of peer: Int64
    ) throws -> SyncVector {
        let known = try reusedSequences()
        let held = try syncVector()
        let own = try ownReplica().id
        let shared = try peers().first { $0.number == peer }?.vector ?? SyncVector()
        let openings: Openings? = try claims.openings == nil ? nil : self.openings(held, known)
        var news = SyncVector()
        if !claims.reused.sequences.isEmpty {
            // Of replicas that are unknown here, the peer says it again when they are known.
            let replicas = try Replicas(self).numbers
            for (replica, first) in claims.reused.newlyReused(after: known).sequences
            where replicas[replica] != nil {
                news[replica] = first
            }
        }
        for (replica, sequence) in claims.vector.sequences {
            if sequence > held[replica] {
                guard replica == own else { continue }
            } else {
                guard let openings, let told = claims.openings,
                    told[replica] != openings.digest(of: replica, upTo: sequence)
                else { continue }
            }
            let common = min(shared[replica], held[replica])
            let first = (common < sequence ? common : 0) + 1
            news[replica] = news[replica] == 0 ? first : min(first, news[replica])
        }
        return news
    }
}

extension SyncVector {
    /// Those of these reused sequences that are not known to be reused.
    func newlyReused(after known: SyncVector) -> SyncVector {
        SyncVector(sequences.filter { known[$0.key] == 0 || $0.value < known[$0.key] })
    }
}

extension SettingKey {
    /// Which peers have lately had facts renamed, and when, as JSON.
    fileprivate static let renamings = SettingKey(rawValue: "renamings")
}

private struct Renaming: Codable {
    var peer: Int64
    /// In milliseconds since 1970.
    var moment: Int64
}

extension Writer {
    /// How often a peer may have facts renamed in a day.
    ///
    /// It takes two times at most until both agree about a machine that was set back; a peer that means harm would have everything
    /// told again with each sync.
    package static let mostRenamings = 10

    /// Renames the facts of which a peer's claims say that others have their sequences; false if the peer has said so too often.
    package func renameFacts(
        knownFrom claims: PeerClaims,
        of peer: Int64,
        at moment: Moment
    ) throws -> Bool {
        if MergeFault.reusedSequencesStay.isPresent { return true }
        let reused = try reusedSequences(knownFrom: claims, of: peer)
        guard !reused.sequences.isEmpty else { return true }
        let (now, day) = (moment.milliseconds, Int64(86_400_000))
        let stored = try setting(.renamings).flatMap { StoredJSON.read($0, as: [Renaming].self) }
        let recent = (stored ?? []).filter { (now - day...now + day).contains($0.moment) }
        guard recent.count(where: { $0.peer == peer }) < Self.mostRenamings else { return false }
        let all = recent + [Renaming(peer: peer, moment: now)]
        try set(.renamings, to: StoredJSON.text(of: all))
        try renameFacts(from: reused)
        return true
    }

    /// Tells facts again under another name whose sequences were used twice.
    ///
    /// - Parameters:
    ///   - reused: The first such sequence of each replica.
    ///   - isReplay: Whether the facts follow under the names that another file has given them.
    func renameFacts(from reused: SyncVector, isReplay: Bool = false) throws {
        guard !reused.sequences.isEmpty else { return }
        guard let sync else { preconditionFailure("Only the open library is synced") }
        var random = sync.random
        var replicas = try Replicas(self)
        let held = try syncVector()
        let own = try ownReplica().id
        for (id, first) in reused.sequences.sorted(by: { $0.key < $1.key }) {
            let old = try replicas.number(of: id, with: self)
            if id == own {
                if isReplay { try markReplaced() } else { try becomeNewReplica(home: sync.home) }
            }
            if isReplay {
                try removeFacts(of: old, from: first)
            } else if held[id] >= first {
                let new =
                    try id == own
                    ? ownReplica().number
                    : replicas.number(of: ReplicaID(using: &random), with: self)
                try renameFacts(of: old, from: first, through: held[id], to: new)
            }
            try connection.run(
                """
                UPDATE replica
                SET reused = :first, sequence = min(sequence, :first - 1)
                WHERE number = :old
                """,
                ["first": first, "old": old]
            )
        }
        try forgetShared(from: reused)
        // Whoever shares the file has to hear of it.
        sync.changes.recordMerge()
    }

    private static let tablesOfFacts = ["fact", "event_origin", "parked"]

    private func removeFacts(of replica: Int64, from first: Int64) throws {
        for table in Self.tablesOfFacts {
            try connection.execute(
                script: "DELETE FROM \(table) WHERE replica = \(replica) AND sequence >= \(first)"
            )
        }
    }

    private func renameFacts(
        of old: Int64,
        from first: Int64,
        through last: Int64,
        to new: Int64
    ) throws {
        try giveFacts(of: old, from: first, to: new)
        try connection.run(
            """
            UPDATE replica
            SET sequence = :last, clock = (SELECT clock FROM replica WHERE number = :old)
            WHERE number = :new
            """,
            ["last": last, "old": old, "new": new]
        )
    }

    /// Gives the facts of a replica from a sequence on to another one, without its openings, which say nothing of that one.
    func giveFacts(of old: Int64, from first: Int64, to new: Int64) throws {
        try connection.run(
            "DELETE FROM parked WHERE kind = :kind AND replica = :old AND sequence >= :first",
            ["kind": Fact.opening, "old": old, "first": first]
        )
        for table in Self.tablesOfFacts {
            try connection.execute(
                script: """
                    UPDATE \(table)
                    SET replica = \(new)
                    WHERE replica = \(old) AND sequence >= \(first);
                    """
            )
        }
    }

    /// Remembers that peers do not hold the same facts with sequences that were reused.
    private func forgetShared(from reused: SyncVector) throws {
        for peer in try peers() {
            var vector = peer.vector
            for (id, first) in reused.sequences { vector[id] = min(vector[id], first - 1) }
            guard vector != peer.vector else { continue }
            try connection.run(
                "UPDATE peer SET vector = :vector WHERE id = :peer",
                ["vector": try StoredJSON.text(of: vector), "peer": peer.number]
            )
        }
    }
}
