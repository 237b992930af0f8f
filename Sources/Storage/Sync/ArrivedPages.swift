package import Notes
internal import SQLite

// A note's fact comes with the values that the note has when the page is written. Where later facts of the same note follow in
// the next page, a library that merged the first page alone would have these values without knowing since when; and if the
// sender was then restored to an earlier state, nobody could ever tell it. So a series of pages is merged only once it is
// complete, and until then it is kept in the library, where a restored backup or a copied file finds it.

/// A page of a complete series.
package struct ArrivedPage: Sendable {
    package let number: Int64
    package let content: [UInt8]
}

extension Reading where Self: ~Copyable {
    /// What a peer need not send: what is held, with the pages that have come from the peer.
    ///
    /// A library in which nothing was done yet holds nothing that counts.
    package func vector(toldTo peer: Int64?) throws -> SyncVector {
        var vector = try isUnused() ? SyncVector() : syncVector()
        if let peer, let latest = try latestArrivedPage(of: peer) {
            vector.formUnion(latest.vector)
        }
        return vector
    }

    package func nextPageToMerge() throws -> ArrivedPage? {
        try connection.row(
            """
            SELECT id, content
            FROM arrived_page AS page
            WHERE EXISTS (
                SELECT 1 FROM arrived_page WHERE peer = page.peer AND is_last = 1 AND id >= page.id
            )
            ORDER BY id
            LIMIT 1
            """
        ) { ArrivedPage(number: $0.int64(0), content: $0.bytes(1)) }
    }

    /// How many pages of complete series are not merged yet.
    package func countOfPagesToMerge() throws -> Int {
        try connection.row(
            """
            SELECT count(*)
            FROM arrived_page AS page
            WHERE EXISTS (
                SELECT 1 FROM arrived_page WHERE peer = page.peer AND is_last = 1 AND id >= page.id
            )
            """
        ) { $0.int(0) } ?? 0
    }

    /// Whether a series of a peer waits for its end.
    package func hasIncompleteSeries(of peer: Int64) throws -> Bool {
        try latestArrivedPage(of: peer).map { !$0.isLast } ?? false
    }

    fileprivate func latestArrivedPage(
        of peer: Int64
    ) throws -> (number: Int64, vector: SyncVector, held: SyncVector, isLast: Bool)? {
        try connection.row(
            """
            SELECT id, vector, held, is_last
            FROM arrived_page
            WHERE peer = :peer
            ORDER BY id DESC
            LIMIT 1
            """,
            ["peer": peer]
        ) { row in
            guard let vector = StoredJSON.read(row.text(1), as: SyncVector.self),
                let held = StoredJSON.read(row.text(2), as: SyncVector.self)
            else { throw StorageError.unreadable("arrived_page", "vector") }
            return (row.int64(0), vector, held, row.bool(3))
        }
    }
}

extension Writer {
    /// A series of more pages than this is merged before it is complete, so that no peer fills the disk with it.
    private static let longestSeries = 100

    /// Keeps a page that belongs with others, and ignores one that does not follow what is here or says nothing new.
    ///
    /// - Returns: Whether the page is all of a state of the peer, and can be merged at once.
    package func receive(
        _ page: FactPage,
        _ content: [UInt8],
        from peer: Int64,
        at moment: Moment
    ) throws -> Bool {
        var known = page.held
        known.formUnion(page.vector)
        let claims = PeerClaims(vector: known)
        guard try renameFacts(knownFrom: claims, of: peer, at: moment) else { return false }
        try settleSeries(of: peer, holding: page.held)
        var vector = try vector(toldTo: peer)
        let isNext = vector.includes(page.after) || MergeFault.gapsAreIgnored.isPresent
        guard isNext, !vector.includes(page.vector) else { return false }
        if MergeFault.pagesAreMergedAlone.isPresent { return true }
        vector.formUnion(page.vector)
        let isLast = vector.includes(page.held)
        let count =
            try connection.row(
                "SELECT count(*) FROM arrived_page WHERE peer = :peer",
                ["peer": peer]
            ) { $0.int(0) } ?? 0
        guard count > 0 || !isLast else { return true }
        try connection.run(
            """
            INSERT INTO arrived_page (peer, vector, held, is_last, content)
            VALUES (:peer, :vector, :held, :is_last, :content)
            """,
            [
                "peer": peer, "vector": try StoredJSON.text(of: page.vector),
                "held": try StoredJSON.text(of: page.held),
                "is_last": isLast || count >= Self.longestSeries, "content": content,
            ]
        )
        return false
    }

    /// Decides about a series that is not complete, by what the peer holds now.
    package func settleSeries(of peer: Int64, holding vector: SyncVector) throws {
        guard let latest = try latestArrivedPage(of: peer), !latest.isLast else { return }
        if !vector.includes(latest.held) {
            // The peer was replaced by an earlier state, which is not the one that the series began with.
            try removeIncompleteSeries(of: peer)
        } else if try self.vector(toldTo: peer).includes(latest.held) {
            // Others have sent the rest.
            try connection.run(
                "UPDATE arrived_page SET is_last = 1 WHERE id = :id",
                ["id": latest.number]
            )
        }
    }

    /// Removes a page that is merged in the same transaction; false if it is not there any more.
    package func remove(_ page: ArrivedPage) throws -> Bool {
        try connection.run("DELETE FROM arrived_page WHERE id = :id", ["id": page.number]) == 1
    }

    /// Removes pages that wait for others, of one peer or of all (nil); whoever sent them sends them again.
    func removeIncompleteSeries(of peer: Int64?) throws {
        try connection.run(
            """
            DELETE FROM arrived_page
            WHERE (:peer IS NULL OR peer = :peer)
            AND NOT EXISTS (
                SELECT 1
                FROM arrived_page AS later
                WHERE later.peer = arrived_page.peer AND later.is_last = 1 AND later.id >= arrived_page.id
            )
            """,
            ["peer": peer]
        )
    }

    /// Removes all pages of the peer that sent a page.
    package func removeSeries(with page: ArrivedPage) throws {
        try connection.run(
            """
            DELETE FROM arrived_page
            WHERE peer = (SELECT peer FROM arrived_page WHERE id = :id)
            """,
            ["id": page.number]
        )
    }
}
