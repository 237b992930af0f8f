package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// What this library says of itself before it syncs.
    ///
    /// - Parameter peer: Who is told, and need not send again what has come from it and is not merged yet.
    package func syncState(with peer: PeerID? = nil) throws(LibraryError) -> SyncState {
        try settleReplica()
        return try read { reader in
            let vector = try reader.vector(toldTo: peer?.rawValue)
            let isMerged = try vector == reader.syncVector()
            let reused = try reader.reusedSequences()
            return SyncState(
                library: try reader.isUnused() ? nil : LibraryLineage(id: identity.id),
                replica: try rememberTelling(reader),
                vector: vector,
                openings: try isMerged ? reader.openings() : nil,
                reused: reused.sequences.isEmpty ? nil : reused
            )
        }
    }

    /// Makes the file a replica of its own if it is a copy, before what it holds of its replica is told or compared, and merges
    /// what only this version knows.
    func settleReplica() throws(LibraryError) {
        let moment = now()
        let isSettled = try translatingErrors { try database.isReplicaSettled(at: moment) }
        if !isSettled { try write { try $0.settleReplica(at: moment) } }
        let isChanged = try translatingErrors { try database.mergeFactsKnownNow(at: moment) }
        if isChanged { try refreshStaleStates() }
    }

    /// Remembers how much others are told of the library's own replica, which it returns.
    @discardableResult
    private func rememberTelling(_ reader: borrowing Reader) throws -> ReplicaID {
        let own = try reader.ownReplica()
        try SentFacts(replica: own.id, sequence: own.sequence).remember(beside: path)
        return own.id
    }

    /// The next facts that somebody who holds `vector` lacks, in the order of their clocks; nil if there are none.
    ///
    /// - Parameter limit: The most bytes, unless a single fact has more.
    package func syncPage(
        after vector: SyncVector,
        limit: Int = SyncPage.maximumSize
    ) throws(LibraryError) -> SyncPage? {
        let library = identity.id
        try settleReplica()
        return try readWholeState { reader in
            try rememberTelling(reader)
            let held = try reader.syncVector()
            guard !vector.includes(held) else { return nil }
            var stream = try FactStream(after: vector, holding: held, reader)
            var encoder = FactEncoder()
            var count = 0
            var isLast = true
            while let fact = try stream.next(reader) {
                let size = encoder.bytes.count
                encoder.add(fact)
                // A note may have as many bytes as a page, and its receiver takes no page with more.
                if size > 0, encoder.bytes.count > SyncPage.maximumSize {
                    encoder.cut(to: size)
                    stream.putBack()
                    isLast = false
                    break
                }
                if !fact.isOpening { count += 1 }
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

    /// Reads a state that others may be told: none in which only a part of what came together is merged.
    private func readWholeState<Result>(
        _ body: (borrowing Reader) throws -> Result
    ) throws(LibraryError) -> Result {
        while true {
            while try mergeNextPage() != nil {}
            let result = try read { reader -> Result? in
                try reader.countOfPagesToMerge() == 0 ? body(reader) : nil
            }
            if let result { return result }
        }
    }
}
