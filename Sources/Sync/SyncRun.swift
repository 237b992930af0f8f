import Languages
import Library
import LibraryValues
import Notes

/// One sync with a peer that this library calls.
///
/// Every page is merged or kept before the next one is asked for, so that a sync that ends anywhere continues there.
struct SyncRun: ~Copyable {
    private let library: Library
    private let peer: SyncPeer
    private let connection: SyncConnection
    /// What is known of the peer.
    private var replica: ReplicaID?
    private var vector: SyncVector
    private let pageLimit: Int
    /// Far more than the largest library takes.
    private static let mostExchanges = 10_000
    /// The most facts that were left to come or go.
    private var most: Int64 = 0
    /// What has been done so far.
    private var result: SyncResult
    /// Whether all facts have come and gone.
    private var hasAllFacts = false
    /// Why a picture or sound was left out; the next one may be all right.
    private var unreadable: SyncProblem?

    /// Syncs until neither has anything that the other lacks, and records what became of it.
    static func perform(
        in library: Library,
        with peer: SyncPeer,
        over connection: consuming SyncConnection,
        pageLimit: Int,
        progress: Library.Progress
    ) throws(LibraryError) -> SyncResult {
        let address = connection.address.description
        var run = SyncRun(
            library: library,
            peer: peer,
            connection: connection,
            replica: peer.replica,
            vector: peer.vector,
            pageLimit: pageLimit,
            result: SyncResult(name: peer.name, address: address)
        )
        do throws(SyncProblem) {
            try run.takeFirstCopy()
            let lacking = try run.exchangeFacts(progress)
            run.hasAllFacts = true
            try run.fetchMedia()
            try run.sendMedia(lacking)
            if let problem = run.unreadable { throw problem }
        } catch {
            run.result.problem = error.record
        }
        let result = run.result
        try library.recordSync(
            with: peer.id,
            SyncRecord(
                replica: run.replica,
                vector: run.hasAllFacts ? run.vector : nil,
                received: result.received,
                sent: result.sent,
                overwritten: result.overwritten,
                failure: result.problem
            )
        )
        return result
    }

    /// Takes over all of the peer's library if nothing was done in this one yet.
    ///
    /// Whatever else fails here, the facts may still come in pages, which need no long connection.
    private mutating func takeFirstCopy() throws(SyncProblem) {
        let state = try translating { () throws(LibraryError) in try library.syncState() }
        guard state.library == nil, let copy = try? library.receiveFirstCopy() else { return }
        let isFetched = (try? connection.fetch(copy)) == true
        if copy.isTooLarge { throw .told(Library.quotaExceeded.description) }
        guard isFetched else { return }
        let isTaken = try translating { () throws(LibraryError) in try library.adopt(copy) }
        guard isTaken else { return }
        vector = try translating { () throws(LibraryError) in try library.syncState().vector }
        result.received += vector.count
    }

    /// Lets the peer, in whose library nothing was done yet, take over all of this one; false where it did not.
    private mutating func sendFirstCopy(_ state: SyncState) -> Bool {
        guard let copy = try? library.firstCopy(), (try? connection.put(copy)) == true else {
            return false
        }
        result.sent += state.vector.count
        return true
    }

    /// Exchanges pages until neither has anything that the other lacks.
    ///
    /// - Returns: The pictures and sounds that the peer lacks.
    private mutating func exchangeFacts(
        _ progress: Library.Progress
    ) throws(SyncProblem) -> [String] {
        // All that the two have said of themselves in this sync.
        var (ours, theirs) = (SyncVector(), SyncVector())
        var hasHeard = false
        var hasOffered = false
        var pagesToMerge = Int.max
        // An earlier sync may have ended while it merged.
        try mergeKeptPages()
        for _ in 0..<Self.mostExchanges {
            let state = try translating { () throws(LibraryError) in
                try library.syncState(with: peer.id)
            }
            // A peer of which nothing is known is asked first, and an unused library has nothing to send.
            let isReady = state.library != nil && (hasHeard || !vector.sequences.isEmpty)
            let page =
                try !isReady
                ? nil
                : translating { () throws(LibraryError) in
                    try library.syncPage(after: vector, limit: pageLimit)
                }
            let question = SyncMessage(
                SyncQuestion(state: state, base: vector, pageLimit: pageLimit),
                page: page?.bytes
            )
            let reply = try connection.exchange(question)
            let answer = reply.head.state
            guard answer.format == state.format else { throw .differentVersion }
            (replica, vector) = (answer.replica, answer.vector)
            hasHeard = true
            try translating { () throws(LibraryError) in
                try library.prepareToSync(with: peer.id, saying: answer)
            }
            if answer.library == nil, state.library != nil, !hasOffered {
                hasOffered = true
                if sendFirstCopy(state) { continue }
            }
            if let page, vector.includes(page.vector) { result.sent += page.facts }
            if let page = reply.page {
                count(
                    try translating { () throws(LibraryError) in
                        try library.merge(page, from: peer.id)
                    }
                )
            }
            try mergeKeptPages()
            // The peer says that it holds what it has kept, but is not done before it has merged that.
            if let left = reply.head.pagesToMerge, left < pagesToMerge {
                pagesToMerge = left
                continue
            }
            let held = try translating { () throws(LibraryError) in
                try library.syncState(with: peer.id).vector
            }
            let isDone = held.includes(vector) && vector.includes(held)
            // Where neither gets anything new any more, asking again would not help.
            let isStuck = ours.includes(held) && theirs.includes(vector)
            if isDone || isStuck { return reply.head.lackingMedia }
            ours.formUnion(held)
            theirs.formUnion(vector)
            progress(share(held))
        }
        // A peer that never comes to an end is broken, or means harm.
        throw .differentVersion
    }

    private mutating func mergeKeptPages() throws(SyncProblem) {
        while let outcome = try translating({ () throws(LibraryError) in try library.mergeNextPage()
        }) {
            count(outcome)
        }
    }

    private mutating func count(_ outcome: SyncOutcome) {
        result.received += outcome.facts
        result.overwritten += outcome.overwritten
    }

    /// How much of what either lacked at first has come or gone, from 0 to 1.
    private mutating func share(_ ours: SyncVector) -> Double {
        let left = ours.count(lackedBy: vector) + vector.count(lackedBy: ours)
        most = max(most, left)
        return Double(most - left) / Double(max(most, 1))
    }

    // MARK: - Media

    /// Sends what the peer lacks, as far as this library has it.
    private mutating func sendMedia(_ lacking: [String]) throws(SyncProblem) {
        let all = lacking.count < SyncWire.mediaInReply ? lacking : try connection.neededMedia()
        for hash in all.compactMap({ MediaHash($0) }) {
            let bytes: [UInt8]?
            do throws(SyncProblem) {
                bytes = try translating { () throws(LibraryError) in try library.media(hash) }
            } catch {
                try leaveOut(error)
                continue
            }
            if let bytes, try connection.put(bytes, as: hash) { result.sentMedia += 1 }
        }
    }

    /// Fetches what this library lacks, as far as the peer has it.
    private mutating func fetchMedia() throws(SyncProblem) {
        var unavailable: Set<MediaHash> = []
        while true {
            let limit = unavailable.count + SyncWire.mediaInReply
            let lacking = try translating { () throws(LibraryError) in
                try library.lackingMedia(limit: limit)
            }.filter { !unavailable.contains($0) }
            if lacking.isEmpty { return }
            unavailable.formUnion(try connection.lackingMedia(among: lacking))
            for hash in lacking where !unavailable.contains(hash) {
                var fetched: [UInt8]?
                do throws(SyncProblem) {
                    fetched = try connection.media(hash)
                    if let fetched, MediaHash(of: fetched) != hash {
                        throw .told(LibraryError.damagedArrival.description)
                    }
                } catch {
                    try leaveOut(error)
                    fetched = nil
                }
                guard let bytes = fetched else {
                    unavailable.insert(hash)
                    continue
                }
                let isNew = try translating { () throws(LibraryError) in
                    try library.storeMedia(bytes)
                }
                if isNew { result.receivedMedia += 1 } else { unavailable.insert(hash) }
            }
        }
    }

    /// Goes on without a picture or sound that cannot be read, so that the others are synced.
    private mutating func leaveOut(_ problem: SyncProblem) throws(SyncProblem) {
        guard case .told = problem else { throw problem }
        unreadable = unreadable ?? problem
    }

    private func translating<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(SyncProblem) -> Result {
        do throws(LibraryError) {
            return try body()
        } catch {
            throw .told(error.description)
        }
    }
}

extension SyncVector {
    fileprivate var count: Int { Int(clamping: sequences.values.reduce(0, +)) }

    /// How many of these facts somebody with another vector lacks.
    fileprivate func count(lackedBy other: SyncVector) -> Int64 {
        sequences.reduce(0) { $0 + max(0, $1.value - other[$1.key]) }
    }
}
