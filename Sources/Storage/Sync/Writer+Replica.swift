package import Notes
internal import SQLite

extension SettingKey {
    /// Set once something of another replica was merged.
    static let hasMerged = SettingKey(rawValue: "has-merged")
    /// The clock of the facts that say how a library in which nothing was done yet was recreated.
    fileprivate static let recreated = SettingKey(rawValue: "recreated")
}

extension Reading where Self: ~Copyable {
    /// Whether nothing has happened in the library since it was created or recreated, except to its settings; what has come from
    /// others counts.
    ///
    /// All facts of one transaction have one clock.
    package func isUnused() throws -> Bool {
        guard try setting(.hasMerged) == nil else { return false }
        let isUsed = try connection.row(
            """
            SELECT EXISTS (SELECT 1 FROM event)
                OR EXISTS (
                    SELECT 1
                    FROM fact
                    WHERE kind <> 'setting'
                    AND clock <> (SELECT clock FROM fact WHERE replica = 1 AND sequence = 1)
                    AND clock IS NOT :recreated
                )
                OR NOT EXISTS (SELECT 1 FROM fact WHERE replica = 1 AND sequence = 1)
            """,
            ["recreated": try setting(.recreated).flatMap { Int64($0) }]
        ) { $0.bool(0) }
        return isUsed == false
    }
}

extension Database {
    /// Whether the file is what its replica was; otherwise `Writer.settleReplica` has to make it another one.
    package func isReplicaSettled(at moment: Moment) throws -> Bool {
        let home = home()
        return try read { reader in
            let own = try reader.ownReplica()
            return own.home == home && own.clock <= Stamp.latestClock(at: moment)
        }
    }
}

extension Writer {
    /// Makes the file a new replica if it is a copy, or if its clock was far ahead.
    package func settleReplica(at moment: Moment) throws {
        guard let sync else { preconditionFailure("Only the open library is synced") }
        _ = try ownStamps(at: moment, home: sync.home)
        let own = try ownReplica()
        // Others refuse facts that are more than a day ahead, so what was written with a wrong clock is written again.
        let limit = Stamp.latestClock(at: moment)
        guard own.clock > limit else { return }
        try becomeNewReplica(home: sync.home)
        try connection.run(
            "UPDATE replica SET clock = min(clock, :clock)",
            ["clock": Stamp.clock(at: moment)]
        )
        try connection.run(
            """
            UPDATE replica
            SET sequence = coalesce((
                SELECT min(sequence) - 1
                FROM (
                    SELECT sequence FROM fact WHERE replica = :old AND clock > :limit
                    UNION ALL
                    SELECT sequence FROM event_origin WHERE replica = :old AND clock > :limit
                    UNION ALL
                    SELECT sequence FROM parked
                    WHERE kind = :kind AND replica = :old AND clock > :limit
                )
            ), sequence)
            WHERE number = :old
            """,
            ["old": own.number, "limit": limit, "kind": Fact.opening]
        )
        // What follows has the old name no longer, whatever its clock: an emptied bin has that of what was done to the note before.
        let first = try syncVector()[own.id] + 1
        for table in ["fact", "event_origin"] {
            try connection.execute(
                script: """
                    UPDATE \(table)
                    SET clock = \(Stamp.clock(at: moment))
                    WHERE replica = \(own.number) AND clock > \(limit);
                    """
            )
        }
        try giveFacts(of: own.number, from: first, to: ownReplica().number)
    }

    /// Rewrites notes and a deck's settings of a new library as if it had been created with them; does nothing once it is used.
    ///
    /// The facts that are written about them do not make the library a used one. A copy of its file that was made before, and that
    /// is used as well, hears of them.
    package func recreate(_ notes: [Note], _ deck: Deck, at moment: Moment) throws {
        guard let sync, try isUnused() else { return }
        for note in notes { try update(note) }
        if var stored = try storedDeck(deck.id) {
            stored.settings = deck.settings
            try put(stored)
        }
        var stamps = try stamps(at: moment, home: sync.home)
        try putOpening(&stamps)
        try writeFacts(of: sync.changes.takeFacts(), &stamps)
        sync.latest.remember(stamps)
        try set(.recreated, to: String(stamps.clock))
    }

    /// Removes the starter decks and all else from a new library, so that it becomes a copy of another one.
    package func empty(toBecome library: String) throws {
        for table in [
            "note", "deck", "note_type", "tally", "language_set", "fact", "event_origin", "parked",
            "merged", "overwritten", "departed_card", "knowledge", "journal",
        ] {
            try connection.execute(script: "DELETE FROM \(table)")
        }
        talliesChange(from: .min)
        try connection.run("DELETE FROM setting WHERE key IN ('study', 'parameters')")
        try connection.run("UPDATE library SET id = :id, epoch = 1", ["id": library])
        try connection.run("DELETE FROM replica WHERE is_own = 0")
        if let sync { try becomeNewReplica(home: sync.home) }
        sync?.changes.recordMerge()
    }
}
