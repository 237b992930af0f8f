internal import Sodium
internal import Threads

/// One node of a fleet: its lease, what it sees of the others, and the libraries that it holds.
package final class FleetNode: Sendable {
    /// Where a learner's requests are answered.
    package enum Destination: Hashable, Sendable {
        case here
        case node(NodeRow)
    }

    /// Why requests are better sent to other nodes.
    package enum Obstacle: Hashable, Sendable {
        case draining
        case noLease
        case disk(String)
    }

    private struct State {
        var lease: Lease
        var watch = NodeWatch()
        /// Grows when others may have taken what was held until then.
        var generation = 0
        var held: [LearnerID: HeldLibrary] = [:]
        /// Where other nodes hold libraries, as far as it was asked lately.
        var known: [LearnerID: (node: String, since: BootTime)] = [:]
        var isDraining = false
        var isEnding = false
    }

    package let name: String
    let log: any SharedLog
    let files: any FileStore
    let holders: any Holders
    let nodes: any Nodes
    package let metrics = FleetMetrics()
    let report: @Sendable (String) -> Void
    let disk: DiskRoom?
    /// For what takes long and nobody waits for.
    let work = WorkQueue(threads: 1)
    private let state: Locked<State>

    /// How long a change may wait for PostgreSQL.
    package static let patience = Duration.seconds(2)
    /// How long what another node holds is not asked again.
    private static let memory = Duration.seconds(1)
    /// Of how many learners that is remembered.
    static let mostKnown = 10_000
    /// How often it looks at the other nodes.
    static let watchPause = Duration.milliseconds(200)

    package init(
        _ row: NodeRow,
        log: any SharedLog,
        files: any FileStore,
        holders: any Holders,
        nodes: any Nodes,
        disk: DiskRoom? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.disk = disk
        name = row.name
        (self.log, self.files, self.holders, self.nodes) = (log, files, holders, nodes)
        self.report = report
        state = Locked(State(lease: Lease(row)))
    }

    package convenience init(
        named name: String,
        at address: String,
        over store: PostgresStore,
        disk: DiskRoom,
        report: @escaping @Sendable (String) -> Void
    ) {
        let row = NodeRow(name: name, address: address, process: Self.newProcess())
        self.init(
            row,
            log: store,
            files: store,
            holders: store,
            nodes: store,
            disk: disk,
            report: report
        )
    }

    private static func newProcess() -> String { Token(byteCount: 12).text }

    // MARK: - The lease

    /// Takes the node's name and its first lease, and keeps renewing it.
    ///
    /// - Parameters:
    ///   - last: A process that has certainly ended.
    ///   - remember: Called with the name of this process, which may be `last` the next time.
    package func start(
        after last: String? = nil,
        remembering remember: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(FleetError) {
        self.remember.withLock { $0 = remember }
        remember(state.withLock { $0.lease.row.process })
        let own = state.withLock { $0.lease.row }
        while true {
            let before = try nodes.all().first { $0.name == own.name }
            if let before, !before.process.isEmpty, before.process != last {
                // What the process before has read may be shown as long as its lease is valid.
                try waitForEnd(of: before)
            }
            var row = own
            row.beat = (before?.beat ?? 0) + 1
            let sent = BootTime.now
            guard try nodes.replace(before, by: row) else { continue }
            state.withLock { $0.lease.acknowledge(row, sentAt: sent) }
            break
        }
        try renew()
        try look()
        Thread.start { [weak self] in
            while let self, self.goesOn {
                self.attempt { () throws(FleetError) in try self.renew() }
                Pause.wait(self.state.withLock { $0.lease.nextPause(at: .now) })
            }
        }
        Thread.start { [weak self] in
            while let self, self.goesOn {
                self.attempt { () throws(FleetError) in try self.look() }
                Pause.wait(Self.watchPause)
            }
        }
    }

    /// Waits until a process of the same name has no lease; fails if it goes on renewing it.
    private func waitForEnd(of row: NodeRow) throws(FleetError) {
        let end = BootTime.now + Lease.patience
        while .now < end {
            Pause.wait(.milliseconds(500))
            guard let now = try nodes.all().first(where: { $0.name == row.name }),
                now.process == row.process
            else { return }
            guard now.beat == row.beat else {
                throw .unfit(reason: "another process is node \(row.name) of this fleet already")
            }
        }
    }

    private var goesOn: Bool { !state.withLock { $0.isEnding } }

    private func attempt(_ body: () throws(FleetError) -> Void) {
        do throws(FleetError) {
            try body()
            let wasSilent = silence.withLock { silent in
                defer { silent = false }
                return silent
            }
            if wasSilent { report("PostgreSQL answers again") }
        } catch {
            // Once, not each time.
            let isNew = silence.withLock { silent in
                defer { silent = true }
                return !silent
            }
            if isNew { report("\(error)") }
        }
    }

    private let silence = Locked(false)
    private let remember = Locked<@Sendable (String) -> Void>({ _ in })

    private func renew() throws(FleetError) {
        let (before, row) = state.withLock { ($0.lease.row, $0.lease.renewed) }
        let sent = BootTime.now
        if try nodes.replace(before, by: row) {
            state.withLock { $0.lease.acknowledge(row, sentAt: sent) }
            return
        }
        let found = try nodes.all().first { $0.name == name }
        if let found, found.process == before.process {
            // An operator has changed the row.
            state.withLock { $0.lease.adopt(found) }
            return try renew()
        }
        try takeNewLease(after: found)
    }

    /// Begins anew, because others have found this node dead.
    private func takeNewLease(after found: NodeRow?) throws(FleetError) {
        report("others have found this node dead; it opens its libraries again")
        state.withLock { state in
            state.generation += 1
            state.held = [:]
            state.known = [:]
            state.lease.end()
        }
        var row = state.withLock { $0.lease.row }
        row.process = Self.newProcess()
        row.beat = (found?.beat ?? 0) + 1
        row.isDraining = state.withLock { $0.isDraining }
        let sent = BootTime.now
        guard try nodes.replace(found, by: row) else { return }
        let taken = row
        remember.withLock { $0(taken.process) }
        state.withLock { $0.lease.acknowledge(taken, sentAt: sent) }
    }

    /// Reads the rows of all nodes, and returns what is known of them then.
    @discardableResult
    func look() throws(FleetError) -> NodeWatch {
        // One after the other, so that rows which were read earlier don't replace later ones.
        try looking.withLock { _ throws(FleetError) in
            let rows = try nodes.all()
            let now = BootTime.now
            let (watch, drains) = state.withLock { state in
                state.watch.look(at: rows, at: now)
                let own = rows.first { $0.name == name }
                let drains =
                    own?.isDraining == true && !state.isDraining
                    && own?.process == state.lease.row.process
                return (state.watch, drains)
            }
            if drains { drainWanted.withLock { $0 = true } }
            return watch
        }
    }

    private let looking = Locked(())

    /// Whether an operator wants the node to be drained.
    private let drainWanted = Locked(false)

    /// Returns when an operator wants the node to be drained.
    package func waitForDrain() { drainWanted.withLock(when: { $0 }) { _ in } }

    /// Whether this node may read and write what it holds.
    package var hasLease: Bool { state.withLock { $0.lease.isValid(at: .now) } }

    /// Why requests are better sent to other nodes; nil if this one is ready.
    package var obstacle: Obstacle? {
        obstacleToReading ?? disk?.problem().map { .disk($0) }
    }

    /// Why it cannot show what it holds either.
    package var obstacleToReading: Obstacle? {
        if isDraining { return .draining }
        return hasLease ? nil : .noLease
    }

    /// The seconds for which it may; negative after its end.
    package var leaseRest: Double { state.withLock { $0.lease.rest(at: .now) } }

    package var isDraining: Bool { state.withLock { $0.isDraining } }

    package var generation: Int { state.withLock { $0.generation } }

    package var heldCount: Int { state.withLock { $0.held.count } }

    /// Of how many learners it is remembered which node holds the library.
    var knownCount: Int { state.withLock { $0.known.count } }

    // MARK: - Destinations

    /// Where the requests of a learner are answered.
    package func destination(
        of learner: LearnerID,
        at now: BootTime = .now
    ) throws(FleetError) -> Destination {
        let (held, known) = state.withLock { state -> (HeldLibrary?, NodeRow?) in
            let held = state.held[learner].flatMap {
                $0.isCurrent(in: state.generation) ? $0 : nil
            }
            guard let known = state.known[learner], now < known.since + Self.memory else {
                return (held, nil)
            }
            return (
                held,
                state.watch.mayLive(known.node, at: now) ? state.watch.row(of: known.node) : nil
            )
        }
        if let held, !held.isDoubtful(at: now) { return .here }
        if held == nil, let known { return .node(known) }
        let holder = try holders.holder(of: learner)
        if let held {
            held.confirm(holder, at: now)
            if held.isCurrent { return .here }
        }
        return try destination(for: learner, heldBy: holder, at: now)
    }

    private func destination(
        for learner: LearnerID,
        heldBy holder: Holder?,
        at now: BootTime
    ) throws(FleetError) -> Destination {
        let (other, isDraining, takers) = state.withLock { state -> (NodeRow?, Bool, [NodeRow]) in
            var other: NodeRow?
            if let node = holder?.node, node != name, state.watch.mayLive(node, at: now) {
                other = state.watch.row(of: node)
                if state.known.count >= Self.mostKnown { state.known = [:] }
                state.known[learner] = (node, now)
            }
            return (other, state.isDraining, state.watch.takers(at: now))
        }
        if let other { return .node(other) }
        guard isDraining else { return .here }
        if let holder, holder.node == name, state.withLock({ $0.held[learner] == nil }) {
            _ = try holders.replace(
                holder,
                by: Holder(node: "", claim: holder.claim),
                of: learner
            )
        }
        // Any that lives takes it; the same for everybody, so that requests meet there.
        let others = takers.filter { $0.name != name }
        guard !others.isEmpty else { throw .noLease }
        let index = Int(UInt64(bitPattern: learner.rawValue) % UInt64(others.count))
        return .node(others[index])
    }

    /// Forgets where another node holds a library, because that node did not answer.
    package func forgetDestination(of learner: LearnerID) {
        state.withLock { state in state.known[learner] = nil }
    }

    /// Whether a library that is open here can be used as it is.
    package func isCurrent(_ learner: LearnerID) -> Bool {
        state.withLock { $0.held[learner]?.isCurrent(in: $0.generation) == true }
    }

    /// Where the nodes are, this one too.
    package var hosts: [String] { state.withLock { $0.watch.rows.map(\.host) } }

    // MARK: - Claiming

    /// Becomes the holder of a library, and appends its claim to the log, so that no earlier holder appends any more.
    func claim(_ learner: LearnerID) throws(FleetError) -> HeldLibrary {
        let generation = generation
        let claim = try takeOver(learner)
        var number = try log.lastNumber(of: learner)
        for _ in 0..<100 {
            number += 1
            guard hasLease, generation == self.generation else { throw .noLease }
            let slot = Slot(
                number: number,
                term: claim.claim,
                kind: .claim,
                body: Array(name.utf8)
            )
            switch log.write(slot, of: learner, by: .now + Self.patience) {
            case .done:
                metrics.count { $0.claims += 1 }
                let held = HeldLibrary(
                    self,
                    learner,
                    claim,
                    generation: generation,
                    next: number + 1
                )
                return held
            case .lost: number = try log.lastNumber(of: learner)
            case .refused, .uncertain: throw .unavailable(reason: "the claim was not written")
            }
        }
        throw .unavailable(reason: "the log grows without end")
    }

    private func takeOver(_ learner: LearnerID) throws(FleetError) -> Holder {
        for _ in 0..<5 {
            guard hasLease else { throw .noLease }
            let before = try holders.holder(of: learner)
            var watch = state.withLock { $0.watch }
            // Its node may have begun anew after this one looked, and then have claimed the library.
            if let holder = before?.node, !holder.isEmpty, holder != name,
                !watch.mayLive(holder, at: .now)
            {
                watch = try look()
            }
            let step = ClaimStep(
                of: name,
                after: before,
                mayLive: { watch.mayLive($0, at: .now) },
                isMarkedDead: { watch.row(of: $0)?.process.isEmpty ?? true }
            )
            switch step {
            case .elsewhere: throw .elsewhere
            case .markDead(let node): if let row = watch.row(of: node) { try markDead(row) }
            case .take(let claim):
                guard !isDraining else { throw .elsewhere }
                if try holders.replace(before, by: claim, of: learner) { return claim }
            }
        }
        throw .elsewhere
    }

    /// Marks a node as dead, unless it has renewed its lease.
    private func markDead(_ row: NodeRow) throws(FleetError) {
        var dead = row
        (dead.process, dead.beat) = ("", row.beat + 1)
        if try nodes.replace(row, by: dead) {
            report("node \(row.name) is dead: nothing was heard of it for \(Lease.patience)")
        }
        try look()
    }

    func held(_ learner: LearnerID) -> HeldLibrary? { state.withLock { $0.held[learner] } }

    func hold(_ held: HeldLibrary) { state.withLock { $0.held[held.learner] = held } }

    /// Nobody uses a library here any more; while the node is drained, others may take it.
    ///
    /// Its file may still be open.
    package func release(_ learner: LearnerID) {
        held(learner)?.release()
        let (held, releases) = state.withLock { state in
            (state.held.removeValue(forKey: learner), state.isDraining)
        }
        guard let held, releases, held.isCurrent else { return }
        do throws(FleetError) {
            _ = try holders.replace(
                held.claim,
                by: Holder(node: "", claim: held.claim.claim),
                of: learner
            )
        } catch {
            report("learner \(learner.rawValue) was not released: \(error)")
        }
    }

    // MARK: - Draining

    /// Takes no more libraries; `giveAway` releases those that are open.
    package func drain(_ giveAway: () -> Void) {
        state.withLock { $0.isDraining = true }
        do throws(FleetError) {
            try changeRow { $0.isDraining = true }
        } catch {
            report("\(error)")
        }
        giveAway()
        do throws(FleetError) {
            try changeRow { $0.isDrained = true }
        } catch {
            report("\(error)")
        }
    }

    /// Gives the lease back after all libraries were released, so that nobody waits for its end.
    package func end() {
        state.withLock { $0.isEnding = true }
        do throws(FleetError) {
            try changeRow { $0.process = "" }
        } catch {
            report("\(error)")
        }
        state.withLock { $0.lease.end() }
    }

    private func changeRow(_ change: (inout NodeRow) -> Void) throws(FleetError) {
        for _ in 0..<5 {
            let before = try nodes.all().first { $0.name == name }
            let own = state.withLock { $0.lease.row }
            guard let before, before.process == own.process else { return }
            var row = before
            row.beat += 1
            change(&row)
            let changed = row
            if try nodes.replace(before, by: row) {
                state.withLock { $0.lease.adopt(changed) }
                return
            }
        }
    }

    /// Whether the node at an address may have a lease, so that an answer of it is worth waiting for.
    package func mayLive(at address: String) -> Bool {
        state.withLock { state in
            state.watch.rows.contains { row in
                row.address == address && state.watch.mayLive(row.name, at: .now)
            }
        }
    }
}

extension FleetNode.Obstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .draining: "draining"
        case .noLease: "no lease"
        case .disk(let reason): "the disk cannot be written: \(reason)"
        }
    }
}
