internal import Languages
package import LibraryValues
package import Notes
package import Storage

extension Library {
    /// What this library says of itself before it syncs.
    package func syncState() throws(LibraryError) -> SyncState {
        try translatingErrors {
            let moment = now()
            if try !database.isReplicaSettled(at: moment) {
                try database.write { try $0.settleReplica(at: moment) }
            }
            let (own, vector, isUnused) = try read {
                (try $0.ownReplica().id, try $0.syncVector(), try $0.isUnused())
            }
            try SentFacts(replica: own, sequence: vector[own]).remember(beside: path)
            return SyncState(
                library: isUnused ? nil : LibraryLineage(id: identity.id),
                replica: own,
                vector: isUnused ? SyncVector() : vector
            )
        }
    }

    /// The next facts that somebody who holds `vector` lacks, in the order of their clocks; nil if there are none.
    ///
    /// - Parameter limit: The most bytes, unless a single fact has more.
    package func syncPage(
        after vector: SyncVector,
        limit: Int = SyncPage.maximumSize
    ) throws(LibraryError) -> SyncPage? {
        let library = identity.id
        _ = try syncState()
        return try read { reader in
            let held = try reader.syncVector()
            guard !vector.includes(held) else { return nil }
            var stream = try FactStream(after: vector, reader)
            var encoder = FactEncoder()
            var count = 0
            var isLast = true
            while let fact = try stream.next(reader) {
                encoder.add(fact)
                count += 1
                // What comes last of a replica may be followed by facts that others have replaced.
                guard encoder.bytes.count < limit else {
                    isLast = false
                    break
                }
            }
            var after = vector
            after.formUnion(stream.vector)
            let page = FactPage(after: vector, vector: after, held: held, facts: [])
            return SyncPage(
                bytes: SyncPageContent(library: library, page: page).bytes(with: encoder),
                vector: after,
                facts: count,
                isLast: isLast
            )
        }
    }

    /// Merges a page; one that changes what it may not is refused as a whole, with the reason.
    ///
    /// A library in which nothing was done yet becomes a copy of the page's.
    ///
    /// - Parameters:
    ///   - peer: Who sent it.
    ///   - faults: Rules to break, for tests.
    package func merge(
        _ page: [UInt8],
        from peer: PeerID?,
        faults: MergeFaults = []
    ) throws(LibraryError) -> SyncOutcome {
        let content: SyncPageContent
        do {
            content = try SyncPageContent(reading: page)
        } catch {
            throw .refused("What came from the other device is damaged. Try again.")
        }
        guard content.format == SyncState.currentFormat else {
            throw .refused("The other device has a newer version of Omena. Update this one.")
        }
        let moment = now()
        try content.page.check(at: moment)
        return try translatingErrors {
            let (outcome, row) = try database.write { writer in
                if content.library != identity.id {
                    guard try writer.isUnused() else {
                        throw LibraryError.refused(
                            "The other device has another library. To use its cards here, import a file from it."
                        )
                    }
                    try writer.empty(toBecome: content.library)
                }
                let counts = try writer.merge(content.page, at: moment, faults: faults)
                var outcome = SyncOutcome()
                outcome.facts = counts.facts
                outcome.events = counts.events
                outcome.overwritten = counts.overwritten
                outcome.parked = counts.parked
                outcome.vector = try writer.syncVector()
                return (outcome, try writer.library())
            }
            if let row { setIdentity(LibraryIdentity(row)) }
            try refreshStaleStates()
            return outcome
        }
    }
}

extension FactPage {
    /// How far ahead another device's clock may be, in milliseconds: a day.
    private static let lead: Int64 = 86_400_000

    /// Refuses facts from the future: they would win over whatever is written here until then.
    ///
    /// They are not corrected, because all replicas must see the same clocks; they are accepted once their time has come.
    fileprivate func check(at now: Moment) throws(LibraryError) {
        let latest = Moment(milliseconds: now.milliseconds + Self.lead)
        let limit = Stamp.clock(at: latest)
        guard isConsistent else {
            throw .refused("What came from the other device is damaged. Try again.")
        }
        for fact in facts {
            guard fact.stamp.clock <= limit,
                (fact.values?["moment"]?.number ?? 0) <= latest.milliseconds + Self.lead
            else {
                throw .refused(
                    "The other device’s clock is more than a day ahead. Set it, then try again."
                )
            }
        }
    }
}
