internal import Languages
package import LibraryValues
package import Notes
package import Storage

extension Library {
    /// Decides about pages of a peer that wait for others, by what the peer says of itself now.
    ///
    /// They are dropped if it was replaced by an earlier state of itself, and can be merged if the others came from somebody else.
    package func settlePages(
        of peer: PeerID,
        holding vector: SyncVector
    ) throws(LibraryError) {
        guard try read({ try $0.hasIncompleteSeries(of: peer.rawValue) }) else { return }
        try write { writer in
            try writer.leaveOldReplica(knownTo: vector)
            try writer.settleSeries(of: peer.rawValue, holding: vector)
        }
    }

    /// Merges a page, or keeps it until all that belong with it have come, so that `mergeNextPage` merges it.
    ///
    /// One that changes what it may not is refused as a whole, with the reason. A library in which nothing was done yet becomes
    /// a copy of the page's.
    ///
    /// - Parameters:
    ///   - peer: Who sent it.
    ///   - faults: Rules to break, for tests.
    package func merge(
        _ page: [UInt8],
        from peer: PeerID,
        faults: MergeFaults = []
    ) throws(LibraryError) -> SyncOutcome {
        let content = try content(of: page)
        try content.page.check(at: now())
        var room = self.room
        try room.take(page.count)
        return try mergePage { writer in
            try check(content, fits: writer)
            guard try writer.receive(content.page, page, from: peer.rawValue) else {
                return SyncOutcome()
            }
            return try merge(content, faults, with: writer)
        }
    }

    /// Merges the next page of those that were kept until all had come; nil if there are none.
    package func mergeNextPage(faults: MergeFaults = []) throws(LibraryError) -> SyncOutcome? {
        guard let next = try read({ try $0.nextPageToMerge() }) else { return nil }
        do {
            let content = try content(of: next.content)
            return try mergePage { writer in
                // Another thread may have merged it.
                guard try writer.remove(next) else { return SyncOutcome() }
                try check(content, fits: writer)
                return try merge(content, faults, with: writer)
            }
        } catch {
            // What can never be merged must not keep the library from syncing with others.
            switch error {
            case .refused, .failed: try write { try $0.removeSeries(with: next) }
            default: break
            }
            throw error
        }
    }

    /// How many pages are still to be merged.
    package func countOfPagesToMerge() throws(LibraryError) -> Int {
        try read { try $0.countOfPagesToMerge() }
    }

    private func content(of page: [UInt8]) throws(LibraryError) -> SyncPageContent {
        let content: SyncPageContent
        do {
            content = try SyncPageContent(reading: page)
        } catch {
            throw .damagedArrival
        }
        guard content.format == SyncState.currentFormat else {
            throw .refused("The other device has a newer version of Omena. Update this one.")
        }
        return content
    }

    /// Refuses a page of another library, unless this one may still become a copy of that.
    private func check(
        _ content: SyncPageContent,
        fits writer: borrowing Writer
    ) throws {
        guard try content.library == identity.id || writer.isUnused() else {
            throw LibraryError.refused(
                "The other device has another library. To use its cards here, import a file from it."
            )
        }
    }

    private func merge(
        _ content: SyncPageContent,
        _ faults: MergeFaults,
        with writer: borrowing Writer
    ) throws -> SyncOutcome {
        if content.library != identity.id { try writer.empty(toBecome: content.library) }
        let counts = try writer.merge(content.page, at: now(), faults: faults)
        var outcome = SyncOutcome()
        outcome.facts = counts.facts
        outcome.events = counts.events
        outcome.overwritten = counts.overwritten
        outcome.parked = counts.parked
        return outcome
    }

    /// Runs `body` in a transaction, after which the library may be a copy of another one.
    private func mergePage(
        _ body: (borrowing Writer) throws -> SyncOutcome
    ) throws(LibraryError) -> SyncOutcome {
        try translatingErrors {
            let (outcome, row) = try database.write { (try body($0), try $0.library()) }
            if let row { setIdentity(LibraryIdentity(row)) }
            try refreshStaleStates()
            return outcome
        }
    }
}

extension LibraryError {
    static let damagedArrival = LibraryError.refused(
        "What came from the other device is damaged. Try again."
    )
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
            throw .damagedArrival
        }
        for fact in facts {
            guard fact.stamp.clock <= limit else {
                throw .refused(
                    "The other device’s clock is more than a day ahead. Set it, then try again."
                )
            }
        }
    }
}
