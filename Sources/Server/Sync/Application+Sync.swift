import FoundationEssentials
import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Sync

extension Application {
    func sync(_ route: SyncRoute, _ request: Request) throws -> Response {
        switch route {
        case .pair: return try admitPeer(request)
        case .facts: return try exchangeFacts(request)
        case .firstCopy where request.method == .put: return try takeFirstCopy(request)
        case .firstCopy: return try firstCopy()
        case .lackingMedia where request.method == .post: return try lackingMedia(request)
        case .lackingMedia:
            let needed = try library.lackingMedia(limit: Self.mostMedia)
            return .json(MediaHashes(needed.map(\.description)))
        case .media(let hash) where request.method == .put: return try takeMedium(hash, request)
        case .media(let hash):
            guard let bytes = try library.media(hash) else {
                throw HTTPError(.notFound, "This picture or sound doesn’t exist.")
            }
            return Response.bytes(bytes, type: "application/octet-stream").cached(.never)
        case .overview where request.method == .post: return try changeSync(request)
        case .overview: return try syncPage()
        case .peer(let peer) where request.method == .post:
            _ = try library.removePeer(peer)
            return .redirect(to: .sync(.overview))
        case .peer(let peer): return try askBeforeRemoving(peer)
        case .restore: return try restoreOverwritten(request)
        }
    }

    /// How long one request merges what has come before: nobody waits for a reply much longer.
    private static let mergingTime = Duration.seconds(5)

    /// How many media one reply names.
    private static let mostMedia = 50_000

    /// The peer whose token a request shows.
    func peer(of request: Request) -> SyncPeer? {
        guard let token = request.headers["Authorization"]?.bearerToken else { return nil }
        do throws(LibraryError) {
            return try library.peer(token: String(token))
        } catch {
            report("cannot look up a peer: \(error)")
            return nil
        }
    }

    /// `POST /sync/pair`: admits a peer that shows a code.
    private func admitPeer(_ request: Request) throws -> Response {
        let question = try? request.decodeJSON(orRefuse: "") as PairingQuestion
        switch syncs.codes.redeem(
            question?.code ?? "",
            from: request.peer.network,
            at: clock.uptime()
        ) {
        case .accepted: break
        case .wrong: throw HTTPError(.unauthorized, SyncProblem.badCode.words)
        case .tooMany: throw HTTPError(.tooManyRequests, SyncProblem.tooManyCodes.words)
        }
        let name = String((question?.name ?? "").tidied.prefix(100))
        let token = try library.pairPeer(name: name, token: newPeerToken?())
        return .json(
            PairingReply(token: token, name: PageFrame.current.learner ?? DeviceName.current)
        )
    }

    /// `POST /sync/facts`: merges the peer's page, and returns its next one.
    private func exchangeFacts(_ request: Request) throws -> Response {
        guard let peer = peer(of: request) else {
            throw HTTPError(.unauthorized, SyncProblem.revoked.words)
        }
        guard let message = try? SyncMessage<SyncQuestion>(bytes: request.bytes) else {
            throw HTTPError(.badRequest, "This can’t be done.")
        }
        let question = message.head
        guard question.state.format == SyncState.currentFormat else {
            throw HTTPError(.conflict, SyncProblem.differentVersion.words)
        }
        try library.prepareToSync(with: peer.id, saying: question.state)
        var state = try library.syncState(with: peer.id)
        var record = SyncRecord(replica: question.state.replica)
        // What both held before the page was compared, unless either has pages that wait.
        if question.state.openings != nil, state.openings != nil {
            record.vector = question.state.vector.intersection(state.vector)
        }
        // After a restore this library may have less than what the page builds on.
        var outcome = SyncOutcome()
        if let page = message.page, state.vector.includes(question.base) {
            outcome += try library.merge(page, from: peer.id)
        }
        let start = clock.uptime()
        while let more = try library.mergeNextPage() {
            outcome += more
            if clock.uptime() - start > Self.mergingTime { break }
        }
        let pagesToMerge = try library.countOfPagesToMerge()
        record.received = outcome.facts
        record.overwritten = outcome.overwritten
        state = try library.syncState(with: peer.id)
        if outcome.facts > 0 { syncs.libraryChanged() }
        let limits = SyncWire.pageLimits
        let limit = min(max(question.pageLimit, limits.lowerBound), limits.upperBound)
        // An unused library has nothing to send: it becomes a copy of the peer's.
        let page =
            try state.library == nil || pagesToMerge > 0
            ? nil : library.syncPage(after: question.state.vector, limit: limit)
        record.sent = page?.facts ?? 0
        let reply = SyncReply(
            state: state,
            lackingMedia: try page == nil
                ? library.lackingMedia(limit: SyncWire.mediaInReply).map(\.description) : [],
            pagesToMerge: pagesToMerge
        )
        // A sync takes several requests.
        if let last = peer.synced, clock.now().milliseconds - last.milliseconds < 60_000,
            record.received + record.sent > 0
        {
            record.received += peer.received
            record.sent += peer.sent
            record.overwritten += peer.overwritten
        }
        try library.recordSync(with: peer.id, record)
        return Response.bytes(
            SyncMessage(reply, page: page?.bytes).bytes,
            type: SyncWire.contentType
        ).cached(.never)
    }

    /// `GET /sync/library`: everything at once; not found where it has to come as facts.
    private func firstCopy() throws -> Response {
        guard let copy = try library.firstCopy() else {
            throw HTTPError(.notFound, "This can’t be done.")
        }
        let body = Response.Body.stream { writer in
            await copy.waitForNext()
            while let piece = try copy.next() {
                try await writer.write(piece)
                await copy.waitForNext()
            }
        }
        return Response(headers: ["Content-Type": SyncWire.contentType], body: body).cached(.never)
    }

    /// `PUT /sync/library`: the same from the peer, where nothing was done here yet.
    private func takeFirstCopy(_ request: Request) throws -> Response {
        guard case .file(let file) = request.body else {
            throw HTTPError(.badRequest, "This can’t be done.")
        }
        let bytes = try Data(contentsOf: URL(filePath: file.path), options: .alwaysMapped)
        let copy = try library.receiveFirstCopy()
        try bytes.withUnsafeBytes { try copy.take($0) }
        guard try library.adopt(copy) else { throw HTTPError(.conflict, "This can’t be done.") }
        syncs.libraryChanged()
        return .noContent.cached(.never)
    }

    /// `POST /sync/media/lacking`: those of some pictures and sounds that this library lacks.
    private func lackingMedia(_ request: Request) throws -> Response {
        let asked: MediaHashes = try request.decodeJSON(orRefuse: "The body has no hashes.")
        let hashes = asked.hashes.prefix(1_000).compactMap { MediaHash($0) }
        let lacking = try library.lackingMedia(among: hashes)
        return .json(MediaHashes(lacking.map(\.description)))
    }

    /// `PUT /sync/media/{hash}`: a picture or sound that notes mention and that is not here yet.
    private func takeMedium(_ hash: MediaHash, _ request: Request) throws -> Response {
        guard case .file(let file) = request.body,
            let data = try? Data(contentsOf: URL(filePath: file.path))
        else { throw HTTPError(.badRequest, "This can’t be done.") }
        let bytes = Array(data)
        guard MediaHash(of: bytes) == hash else {
            throw HTTPError(.badRequest, "This can’t be done.")
        }
        guard try library.storeMedia(bytes) else {
            throw HTTPError(.conflict, "This can’t be done.")
        }
        return .noContent.cached(.never)
    }
}
