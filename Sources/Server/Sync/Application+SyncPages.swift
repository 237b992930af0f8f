import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Sync

extension Application {
    /// `GET /settings/sync`.
    func syncPage(
        _ pairing: PeersPage.Pairing? = nil,
        status: Status = .ok
    ) throws -> Response {
        let page = PeersPage(
            peers: try library.peers(),
            overwritten: Array(try library.overwritten(note: nil).prefix(200)),
            pairing: pairing ?? newPairing,
            isRunning: syncs.isRunning,
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            settings: try library.settings()
        )
        return .page(page, status: status)
    }

    private var newPairing: PeersPage.Pairing {
        PeersPage.Pairing(
            ownAddress: access.origin + SiteBase.path,
            isReachable: access.reach != .loopback
        )
    }

    /// `POST /settings/sync`.
    func changeSync(_ request: Request) throws -> Response {
        let fields = try request.form()
        do {
            return try changeSync(fields, request)
        } catch let required as KeyRequired {
            return try askForKey(required, for: request, back: .sync(.overview))
        }
    }

    private func changeSync(_ fields: Query, _ request: Request) throws -> Response {
        // Whoever is paired gets everything, for as long as they are.
        if ["code", "pair"].contains(fields["do"]) { try requireKey(request) }
        switch fields["do"] {
        case "sync": syncs.syncNow()
        case "code":
            var pairing = newPairing
            pairing.code = syncs.codes.issue(at: clock.uptime())
            return try syncPage(pairing)
        case "pair": return try pairWithPeer(fields)
        case "automatic", "manual":
            let isOn = fields["do"] == "automatic"
            try library.changeSettings { $0.syncsAutomatically = isOn }
            if isOn { syncs.libraryChanged() }
        default: throw HTTPError(.badRequest, "This can’t be done.")
        }
        return .redirect(to: .sync(.overview))
    }

    private func pairWithPeer(_ fields: Query) throws -> Response {
        let address = fields["address"] ?? ""
        do {
            _ = try syncs.pair(library, at: address, code: fields["code"] ?? "")
        } catch let problem as SyncProblem {
            var pairing = newPairing
            pairing.address = address
            pairing.problem = problem.words
            return try syncPage(pairing, status: .unprocessableContent)
        }
        syncs.syncNow()
        return .redirect(to: .sync(.overview))
    }

    /// `GET /settings/sync/{number}`.
    func askBeforeRemoving(_ id: PeerID) throws -> Response {
        guard let peer = try library.peers().first(where: { $0.id == id }) else {
            throw HTTPError(.notFound, "This device has been removed.")
        }
        return .page(RemovePeerPage(peer: peer, settings: try library.settings()))
    }

    /// `POST /settings/sync/restore`.
    func restoreOverwritten(_ request: Request) throws -> Response {
        let fields = try request.form()
        guard let id = fields["id"].flatMap({ Int64($0) }) else {
            throw HTTPError(.badRequest, "This can’t be done.")
        }
        _ = try library.restoreOverwritten(
            OverwrittenID(rawValue: id),
            by: browser(of: request)
        )
        return .redirect(to: ReturnPath(fields["back"]) ?? ReturnPath(.sync(.overview)))
    }
}
