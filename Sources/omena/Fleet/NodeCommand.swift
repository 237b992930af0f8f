import Fleet
import Threads

/// `omena node`: the nodes of a fleet.
struct NodeCommand {
    enum Action: String, CaseIterable {
        case list, drain
    }

    private let action: Action
    private let name: String?
    private let fleet: String
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        guard let word = arguments.operand(), let action = Action(rawValue: word) else {
            throw .usage("say what to do: list, drain")
        }
        self.action = action
        name = arguments.operand()
        isJSON = arguments.flag("--json")
        guard let fleet = FleetLocation.named(try arguments.value(of: "--fleet")) else {
            throw .usage("give the fleet's PostgreSQL with --fleet URL, or in OMENA_FLEET")
        }
        self.fleet = fleet
        try arguments.finish()
        guard (name == nil) == (action == .list) else {
            throw .usage(
                action == .list ? "'omena node list' takes no name" : "say which node to drain"
            )
        }
    }

    func run() throws(Failure) {
        let store = try FleetLocation(fleet).store
        switch action {
        case .list: try list(store)
        case .drain: try drain(store)
        }
    }

    private func all(_ store: PostgresStore) throws(Failure) -> [NodeRow] {
        try Failure.wrap { () throws(FleetError) in try store.all() }
    }

    private func list(_ store: PostgresStore) throws(Failure) {
        let nodes = try Failure.wrap { () throws(FleetError) in
            try store.watched(for: Lease.pause + .seconds(1))
        }.map { Node($0.row, lives: $0.lives) }
        guard !isJSON else { return Terminal.print(json(nodes)) }
        guard !nodes.isEmpty else { return Terminal.print("There are no nodes yet.") }
        let width = nodes.map(\.name.count).max() ?? 0
        for node in nodes {
            let name = node.name + String(repeating: " ", count: width - node.name.count)
            Terminal.print("\(name)  \(node.state)  \(node.address)")
        }
    }

    private struct Node: Encodable {
        let name: String
        let address: String
        let state: String

        init(_ row: NodeRow, lives: Bool) {
            (name, address) = (row.name, row.address)
            state =
                row.process.isEmpty
                ? "stopped" : !lives ? "silent" : row.isDraining ? "draining" : "serving"
        }
    }

    /// Asks a node to give its libraries away, and waits until it has.
    private func drain(_ store: PostgresStore) throws(Failure) {
        try ask(store)
        let end = Instant.now + .seconds(30)
        while .now < end {
            let row = try all(store).first { $0.name == name }
            guard let row, !row.process.isEmpty, !row.isDrained else { return }
            Pause.wait(.milliseconds(50))
        }
        throw Failure("the node has not given everything away within 30 seconds; see its log")
    }

    private func ask(_ store: PostgresStore) throws(Failure) {
        for _ in 0..<20 {
            guard let before = try all(store).first(where: { $0.name == name }) else {
                throw Failure("there is no node named '\(name ?? "")'")
            }
            guard !before.process.isEmpty else { throw Failure("the node has stopped already") }
            if before.isDraining { return }
            var row = before
            row.beat += 1
            row.isDraining = true
            let wanted = row
            let isDone = try Failure.wrap { () throws(FleetError) in
                try store.replace(before, by: wanted)
            }
            if isDone { return }
        }
        throw Failure("the node's row changes all the time; try again")
    }
}
