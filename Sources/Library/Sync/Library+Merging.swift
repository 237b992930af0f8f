internal import Languages
package import LibraryValues
internal import Notes
internal import Storage

extension Library {
    /// Prepares to sync with a peer by what it says of itself now.
    ///
    /// Pages of it that wait for others are dropped if it was replaced by an earlier state of itself, and can be merged if the
    /// others came from somebody else. Facts whose sequences others have as well get other names.
    package func prepareToSync(
        with peer: PeerID,
        saying state: SyncState
    ) throws(LibraryError) {
        try settleReplica()
        let number = peer.rawValue
        // What another library holds says nothing of this one's replicas.
        let isSame = state.library?.id == identity.id
        let claims = PeerClaims(
            vector: isSame ? state.vector : SyncVector(),
            openings: isSame ? state.openings : nil,
            reused: (isSame ? state.reused : nil) ?? SyncVector()
        )
        let isReady = try read { reader in
            guard try !reader.hasIncompleteSeries(of: number) else { return false }
            return try reader.reusedSequences(knownFrom: claims, of: number).sequences.isEmpty
        }
        guard !isReady else { return }
        let moment = now()
        try write { writer in
            guard try writer.renameFacts(knownFrom: claims, of: number, at: moment) else {
                throw LibraryError.damagedArrival
            }
            try writer.settleSeries(of: number, holding: state.vector)
        }
    }

    /// Merges a page, or keeps it until all that belong with it have come, so that `mergeNextPage` merges it.
    ///
    /// One that changes what it may not is refused as a whole, with the reason. A library in which nothing was done yet becomes
    /// a copy of the page's.
    ///
    /// - Parameter peer: Who sent it.
    package func merge(_ page: [UInt8], from peer: PeerID) throws(LibraryError) -> SyncOutcome {
        let content = try content(of: page)
        try content.page.check(at: now())
        var quota = remainingQuota
        try quota.use(page.count)
        let moment = now()
        return try mergePage { writer in
            try check(content, fits: writer)
            guard try writer.receive(content.page, page, from: peer.rawValue, at: moment) else {
                return SyncOutcome()
            }
            return try merge(content, with: writer)
        }
    }

    /// Merges the next page of those that were kept until all had come; nil if there are none.
    package func mergeNextPage() throws(LibraryError) -> SyncOutcome? {
        guard let next = try read({ try $0.nextPageToMerge() }) else { return nil }
        do {
            let content = try content(of: next.content)
            return try mergePage { writer in
                // Another thread may have merged it.
                guard try writer.remove(next) else { return SyncOutcome() }
                try check(content, fits: writer)
                return try merge(content, with: writer)
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

    /// Refuses a page of another library, unless this one may still become a copy of that, and one with too many replicas.
    private func check(
        _ content: SyncPageContent,
        fits writer: borrowing Writer
    ) throws {
        let known = try writer.syncVector()
        var union = known
        union.formUnion(content.page.vector)
        // Nobody would read a vector that is too long, and replicas are never forgotten.
        guard
            union.sequences.count <= max(known.sequences.count, SyncVector.mergedCount)
        else {
            throw LibraryError.tooManyReplicas
        }
        guard try content.library == identity.id || writer.isUnused() else {
            throw LibraryError.refused(
                "The other device has another library. To use its cards here, import a file from it."
            )
        }
    }

    private func merge(
        _ content: SyncPageContent,
        with writer: borrowing Writer
    ) throws -> SyncOutcome {
        if content.library != identity.id { try writer.empty(toBecome: content.library) }
        let counts = try writer.merge(content.page, at: now())
        var outcome = SyncOutcome()
        outcome.facts = counts.facts
        outcome.events = counts.events
        outcome.overwritten = try writer.offeredTexts(of: nil, named: counts.overwritten).count
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
    package static let damagedArrival = LibraryError.refused(
        "What came from the other device is damaged. Try again."
    )
    static let clockAhead = LibraryError.refused(
        "The other device’s clock is more than a day ahead. Set it, then try again."
    )
    static let tooManyReplicas = LibraryError.refused(
        "The other device names too many copies of the library. Stop syncing with it."
    )
}

extension FactPage {
    /// Refuses facts from the future.
    fileprivate func check(at now: Moment) throws(LibraryError) {
        let limit = Stamp.latestAcceptedClock(at: now)
        guard isConsistent else {
            throw .damagedArrival
        }
        guard facts.allSatisfy({ $0.stamp.clock <= limit }) else { throw .clockAhead }
    }
}
