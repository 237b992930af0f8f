package import Accounts
package import Fleet
import HTTP
import Library
import Pages
import Sodium
import Threads

/// A node's view of its fleet, and how requests reach the node that holds a library.
package final class FleetAccess: Sendable {
    let node: FleetNode
    private let secret: String
    private let forwarders = Locked<[String: Forwarder]>([:])

    /// How often a request is passed on before somebody has to answer it.
    fileprivate static let mostHops = 4

    package init(_ node: FleetNode, secret: [UInt8]) {
        self.node = node
        self.secret = Hexadecimal.text(of: secret)
    }

    /// Passes a request on, and waits for an answer as long as the node may have a lease.
    fileprivate func forward(
        _ request: Request,
        to address: String,
        _ value: String
    ) async throws -> Response {
        let forwarder = forwarder(to: address)
        return try await withThrowingTaskGroup(of: Response?.self) { group in
            group.addTask {
                try await forwarder.forward(request, adding: NodeHeader.name, value)
            }
            group.addTask { [node] in
                while node.mayLive(at: address) { try await Task.sleep(for: .milliseconds(300)) }
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let response = first else {
                throw ForwardingError.brokenOff
            }
            return response
        }
    }

    private func forwarder(to address: String) -> Forwarder {
        forwarders.withLock { forwarders in
            if let known = forwarders[address] { return known }
            let new = Forwarder(toAddress: address)
            forwarders[address] = new
            return new
        }
    }

    /// What another node says of a request; nil where no node does.
    fileprivate func nodeHeader(of head: RequestHead) -> NodeHeader? {
        NodeHeader(head, secret: secret)
    }

    /// Whether a node is at an address, whose machine has a proxy for all nodes.
    fileprivate func isNode(_ peer: Peer) -> Bool {
        node.hosts.contains { Peer(address: $0) == peer }
    }

    fileprivate func header(for request: Request, after hops: Int) -> String {
        "\(secret) \(request.peer) \(hops + 1)"
    }
}

/// The header with which one node tells another whose request it passes on, and how often it was passed on.
///
/// It begins with the secret of the fleet; what a client sends under its name is not believed.
struct NodeHeader: Hashable, Sendable {
    let peer: Peer
    let hops: Int

    static let name = "Omena-Node"

    init?(_ head: RequestHead, secret: String) {
        let values = head.headers.all(Self.name)
        let words = values.first?.split(separator: " ") ?? []
        guard values.count == 1, words.count == 3, let hops = Int(words[2]), hops > 0,
            ConstantTime.areEqual(words[0].utf8, secret.utf8)
        else { return nil }
        self.hops = hops
        peer =
            words[1] == Peer.loopback.description
            ? .loopback : Peer(address: words[1]) ?? .other(String(words[1]))
    }
}

extension Account {
    /// The learner in a fleet.
    package var learner: LearnerID { LearnerID(rawValue: id.rawValue) }
}

extension AccountsGate {
    /// Who sends a request, and whether another node has passed it on, which has checked where it comes from.
    func sender(of head: RequestHead) -> (peer: Peer, isPassedOn: Bool) {
        if let sender = fleet?.nodeHeader(of: head) { return (sender.peer, true) }
        return (access.client(of: head) { fleet?.isNode($0) == true }, false)
    }

    /// The node that answers a request instead of this one; nil if this one does.
    func otherNode(for account: Account) throws(LibraryError) -> String? {
        guard let fleet else { return nil }
        do throws(FleetError) {
            switch try fleet.node.destination(of: account.learner) {
            case .here: return nil
            case .node(let row): return row.address
            }
        } catch {
            if error != .noLease { report("\(error)") }
            throw .unavailable
        }
    }

    /// Passes a request on to the node that holds the learner's library.
    func forwarding(
        of head: RequestHead,
        to route: Route?,
        _ account: Account,
        at address: String
    ) throws(LibraryError) -> RequestHandler {
        guard let fleet else { preconditionFailure("Only a fleet has other nodes") }
        let hops = fleet.nodeHeader(of: head)?.hops ?? 0
        guard hops < FleetAccess.mostHops else { throw .unavailable }
        return RequestHandler(bodyPolicy: passedOnPolicy(of: head, to: route)) { request in
            do {
                fleet.node.metrics.count { $0.forwarded += 1 }
                return try await self.pass(request, of: account, to: address, after: hops)
            } catch let error as HTTPError {
                return self.refusal(error, request)
            } catch let error as LibraryError {
                return self.refusal(self.httpError(for: error), request).with("Retry-After", "1")
            } catch {
                let error = self.httpError(for: .unavailable)
                return self.refusal(error, request).with("Retry-After", "1")
            }
        }
    }

    private func pass(
        _ request: Request,
        of account: Account,
        to first: String,
        after hops: Int
    ) async throws -> Response {
        guard let fleet else { preconditionFailure("Only a fleet has other nodes") }
        let value = fleet.header(for: request, after: hops)
        var address = first
        let end = Instant.now + Self.longestTries
        while true {
            do {
                return try await fleet.forward(request, to: address, value)
            } catch let error as ForwardingError {
                fleet.node.forgetDestination(of: account.learner)
                // Nothing was sent to a node that is gone; what is safe may be asked twice. A body that arrives can be read only once.
                guard error == .unreachable || request.method.isSafe && !request.hasArrivingBody,
                    .now < end
                else { throw error }
            }
            // A library that is given away is taken in a moment.
            try await Task.sleep(for: .milliseconds(100))
            guard let next = try otherNode(for: account) else {
                guard !request.hasArrivingBody else { throw ForwardingError.unreachable }
                return await here(request, of: account)
            }
            address = next
        }
    }

    /// How long a node is asked again that takes no connection: each try may wait a second for one, on a thread that others need.
    private static let longestTries = Duration.milliseconds(1_500)

    /// Answers a request whose library this node takes over.
    private func here(_ request: Request, of account: Account) async -> Response {
        let base = AccountsRoute.base(of: account.name.text)
        let route = Route(request.target.belowFirst)
        let visitor = Visitor(account: account)
        return await handler(of: request.head, to: route, visitor, at: base).respond(request)
    }
}

extension Request {
    fileprivate var hasArrivingBody: Bool { if case .arriving = body { true } else { false } }
}

// MARK: - For operators

extension AccountsGate {
    /// Answers what balancers and monitors ask of a node, under whatever name they call it; nil for anything else.
    func probeHandler(of head: RequestHead) -> RequestHandler? {
        guard let fleet, head.path.count == 1, let name = head.path.first,
            let probe = FleetProbe(rawValue: String(name))
        else { return nil }
        return RequestHandler(bodyPolicy: .unread) { request in
            guard request.method == .get || request.method == .head else {
                return .text("Only GET.\n", status: .methodNotAllowed)
            }
            // What comes through a proxy comes from anywhere.
            if probe == .metrics, request.head.headers["X-Forwarded-For"] != nil {
                return .text("Not here.\n", status: .notFound)
            }
            return probe.answer(of: fleet.node, openLibraries: self.libraries.count).cached(.never)
        }
    }
}

/// What operators ask a node.
enum FleetProbe: String {
    /// Whether the process lives.
    case health
    /// Whether it can serve: a balancer sends nothing to a node that says no.
    case ready
    /// Whether it can at least show what it holds: a balancer sends requests there while no node is ready.
    case readable
    /// What it has counted, for Prometheus.
    case metrics

    func answer(of node: FleetNode, openLibraries: Int) -> Response {
        switch self {
        case .health: .text("ok\n")
        case .ready: answer(for: node.obstacle)
        case .readable: answer(for: node.obstacleToReading)
        case .metrics: .text(Self.metrics(of: node, openLibraries: openLibraries))
        }
    }

    private func answer(for obstacle: FleetNode.Obstacle?) -> Response {
        obstacle.map { .text("\($0)\n", status: .serviceUnavailable) } ?? .text("\(rawValue)\n")
    }

    /// Prometheus' text format.
    private static func metrics(of node: FleetNode, openLibraries: Int) -> String {
        let counts = node.metrics.current
        let rows = [
            Row("answers_total", "Events that were made durable.", Double(counts.answers)),
            Row("commits_total", "Transactions that were made durable.", Double(counts.commits)),
            Row(
                "commits_refused_total",
                "Transactions that were not.",
                Double(counts.refusedCommits)
            ),
            Row(
                "commit_seconds_sum",
                "Time that slots waited for PostgreSQL.",
                counts.commitSeconds
            ),
            Row("commit_seconds_count", "Slots that waited.", Double(counts.slots)),
            Row("slots_total", "Slots that were written.", Double(counts.slots)),
            Row("claims_total", "Libraries that were claimed.", Double(counts.claims)),
            Row("snapshots_total", "Snapshots stored.", Double(counts.snapshots)),
            Row("forwarded_total", "Requests that were passed on.", Double(counts.forwarded)),
            Row("queue", "Slots that wait for PostgreSQL now.", Double(counts.waiting)),
            Row("open_libraries", "Libraries that are open.", Double(openLibraries)),
            Row("held_libraries", "Libraries that are held.", Double(node.heldCount)),
            Row("lease_seconds", "How long the lease is valid.", max(0, node.leaseRest)),
            Row("draining", "1 while libraries are given away.", node.isDraining ? 1 : 0),
        ]
        return rows.map(\.text).joined()
    }

    private struct Row {
        let text: String

        init(_ name: String, _ help: String, _ value: Double) {
            let isCounter = ["_total", "_sum", "_count"].contains { name.hasSuffix($0) }
            text = """
                # HELP omena_\(name) \(help)
                # TYPE omena_\(name) \(isCounter ? "counter" : "gauge")
                omena_\(name) \(value)

                """
        }
    }
}
