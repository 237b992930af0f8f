package import Accounts
import Library
import Processes
import Threads

/// The libraries of learners, opened when they are asked for and closed when nobody needs them any more.
package final class OpenLibraries: Sendable {
    private enum State {
        case opening
        case open(LockGate, uses: Int, lastUse: Instant)
        /// The same, with as little memory as possible.
        case resting(LockGate, lastUse: Instant)
        case closing

        var gate: LockGate? {
            switch self {
            case .open(let gate, _, _), .resting(let gate, _): gate
            case .opening, .closing: nil
            }
        }

        /// When the library was used last, if nobody uses it now.
        var idleSince: Instant? {
            switch self {
            case .open(_, uses: 0, let last), .resting(_, let last): last
            case .open, .opening, .closing: nil
            }
        }

        /// Whether it is neither being opened nor closed.
        var isSettled: Bool { gate != nil }
    }

    private let libraries = Locked<[AccountID: State]>([:])
    private let most: Int
    private let open: @Sendable (Account) throws -> LockGate
    private let report: @Sendable (String) -> Void

    /// How long a library that nobody uses stays open.
    private static let idleTime = Duration.seconds(300)
    /// How long it keeps its memory.
    private static let restTime = Duration.seconds(10)
    private static let lookTime = Duration.seconds(5)

    /// - Parameters:
    ///   - most: How many stay open, unless more are in use at the same time.
    ///   - open: Opens the library of a learner; throws a `LibraryError`.
    package init(
        most: Int,
        report: @escaping @Sendable (String) -> Void,
        open: @escaping @Sendable (Account) throws -> LockGate
    ) {
        self.most = most
        self.report = report
        self.open = open
    }

    /// A library that stays open until this is released.
    final class Use: Sendable {
        let gate: LockGate
        private let id: AccountID
        private let libraries: OpenLibraries

        fileprivate init(_ gate: LockGate, _ id: AccountID, _ libraries: OpenLibraries) {
            self.gate = gate
            self.id = id
            self.libraries = libraries
        }

        deinit { libraries.release(id) }
    }

    /// Opens the library if it is not open; blocks its thread meanwhile.
    func use(_ account: Account) throws(LibraryError) -> Use {
        let id = account.id
        let gate = libraries.withLock(when: { $0[id]?.isSettled != false }) { all -> LockGate? in
            switch all[id] {
            case .open(let gate, let uses, _):
                all[id] = .open(gate, uses: uses + 1, lastUse: .now)
                return gate
            case .resting(let gate, _):
                all[id] = .open(gate, uses: 1, lastUse: .now)
                return gate
            case .opening, .closing, nil:
                all[id] = .opening
                return nil
            }
        }
        if let gate { return Use(gate, id, self) }
        closeSurplus()
        do {
            let gate = try open(account)
            libraries.withLock { $0[id] = .open(gate, uses: 1, lastUse: .now) }
            return Use(gate, id, self)
        } catch {
            libraries.withLock { $0[id] = nil }
            throw error as? LibraryError ?? .failed(reason: "\(error)")
        }
    }

    private func release(_ id: AccountID) {
        libraries.withLock { all in
            guard case .open(let gate, let uses, _) = all[id] else { return }
            all[id] = .open(gate, uses: uses - 1, lastUse: .now)
        }
    }

    /// How many libraries are open.
    package var count: Int { libraries.withLock { $0.count } }

    // MARK: - Closing

    /// Closes, from now on, what nobody has used for some minutes, and before that frees its memory.
    package func closeIdle() {
        Thread.start { [weak self] in
            let pause = Locked(false)
            while true {
                // A wait that nobody ends early.
                pause.withLock(when: { $0 }, orAt: .now + Self.lookTime) { _ in }
                guard let self else { return }
                let now = Instant.now
                close { all in
                    all.filter { _, state in
                        guard let last = state.idleSince else { return false }
                        return last + Self.idleTime < now && state.gate?.isNeeded == false
                    }.map(\.key)
                }
                rest(since: now)
            }
        }
    }

    /// Frees the memory of what nobody has used for some seconds.
    func rest(since now: Instant) {
        let idle = libraries.withLock { all in
            all.compactMap { id, state -> (id: AccountID, gate: LockGate)? in
                guard case .open(let gate, uses: 0, let last) = state, last + Self.restTime < now,
                    !gate.lock.isLeased
                else { return nil }
                all[id] = .resting(gate, lastUse: last)
                return (id, gate)
            }
        }
        for (_, gate) in idle { gate.releaseMemory() }
        if !idle.isEmpty { FreeMemory.giveBack() }
    }

    /// Closes those that were used longest ago where there are too many.
    private func closeSurplus() {
        close { all in
            guard all.count > most else { return [] }
            let idle = all.compactMap { id, state -> (id: AccountID, last: Instant)? in
                state.idleSince.map { (id, $0) }
            }
            // A tenth at once, so that the next ones need not look.
            return idle.sorted { $0.last < $1.last }.prefix(max(1, most / 10)).map(\.id)
        }
    }

    /// Closes a learner's library as soon as nobody uses it.
    func close(_ account: Account) {
        let id = account.id
        let canClose: ([AccountID: State]) -> Bool = { all in
            switch all[id] {
            case .open(_, let uses, _): uses == 0
            case .resting: true
            case .opening, .closing: false
            case nil: true
            }
        }
        let gate = libraries.withLock(when: canClose) { all -> LockGate? in
            guard let gate = all[id]?.gate else { return nil }
            all[id] = .closing
            return gate
        }
        if let gate { end(gate, id) }
    }

    /// Closes all, as the program ends.
    package func closeAll() {
        close { all in Array(all.keys) }
    }

    private func close(_ choose: ([AccountID: State]) -> [AccountID]) {
        let gates = libraries.withLock { all in
            choose(all).compactMap { id -> (AccountID, LockGate)? in
                guard let gate = all[id]?.gate else { return nil }
                all[id] = .closing
                return (id, gate)
            }
        }
        for (id, gate) in gates { end(gate, id) }
    }

    private func end(_ gate: LockGate, _ id: AccountID) {
        do throws(LibraryError) {
            try gate.lock.end()
        } catch {
            report("a library could not be closed: \(error)")
        }
        libraries.withLock { $0[id] = nil }
    }
}
