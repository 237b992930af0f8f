package import Accounts
import Languages
import Library
import Processes
import Threads

/// The libraries of learners, opened when they are asked for and closed when nobody needs them any more.
///
/// Those without a lock are open in this process. One with a lock is served by a process of its own, and so is one that is
/// about to get a lock.
package final class OpenLibraries: Sendable {
    /// Where a library is open.
    package enum Place: Sendable {
        case here(LockGate)
        case process(LibraryProcess)

        /// Whether closing it would interrupt or lock something.
        fileprivate var isNeeded: Bool {
            switch self {
            case .here(let gate): gate.isNeeded
            case .process(let process): process.isUnlocked
            }
        }

        fileprivate var isProcess: Bool { if case .process = self { true } else { false } }

        /// Whether it was a process that has ended by itself.
        fileprivate var hasEnded: Bool {
            if case .process(let process) = self { process.hasEnded } else { false }
        }
    }

    fileprivate struct Opened {
        let place: Place
        /// Distinguishes it from earlier and later ones of the same learner.
        let number: Int
        var uses = 1
        var lastUse = Instant.now
        /// Whether its memory has been freed since, though what works in the background may have taken some again.
        var isResting = false

        /// When the library was used last, if nobody uses it now.
        var idleSince: Instant? { uses == 0 ? lastUse : nil }

        /// Whether it has memory here that can be freed.
        var isAwake: Bool { !isResting && !place.isProcess }
    }

    private enum State {
        case opening
        case open(Opened)
        /// Another node may have it, so that nobody uses it here any more, and its file is not closed yet.
        case givenAway(Place)
        case closing

        var opened: Opened? { if case .open(let opened) = self { opened } else { nil } }

        var isGivenAway: Bool { if case .givenAway = self { true } else { false } }

        var hasEnded: Bool { opened?.place.hasEnded == true }

        /// Where something has to be closed.
        var place: Place? {
            switch self {
            case .open(let opened): opened.place
            case .givenAway(let place): place
            case .opening, .closing: nil
            }
        }
    }

    /// What is open: a library whose process has ended by itself is none of it, so that the next use starts another.
    private struct All {
        private(set) var states: [AccountID: State] = [:]
        private(set) var awakeCount = 0
        var lastNumber = 0

        subscript(id: AccountID) -> State? {
            get { states[id].flatMap { $0.hasEnded ? nil : $0 } }
            set {
                if states[id]?.opened?.isAwake == true { awakeCount -= 1 }
                if newValue?.opened?.isAwake == true { awakeCount += 1 }
                states[id] = newValue
            }
        }

        /// Frees the places of libraries whose processes have ended by themselves.
        mutating func removeEnded() {
            for (id, state) in states where state.hasEnded { self[id] = nil }
        }

        var opened: [(id: AccountID, opened: Opened)] {
            states.compactMap { id, state in
                state.hasEnded ? nil : state.opened.map { (id, $0) }
            }
        }

        /// Whether a library is open and nobody uses it, or is closed.
        func isUnused(_ id: AccountID) -> Bool {
            switch self[id] {
            case .open(let opened): opened.uses == 0
            case .givenAway, nil: true
            case .opening, .closing: false
            }
        }

        /// Those of some that nobody uses and that were used longest ago: a tenth of a limit at once, so that the next ones need
        /// not look.
        func longestIdle(_ limit: Int, among isWanted: (Opened) -> Bool) -> [AccountID] {
            let idle = opened.compactMap { id, opened in
                isWanted(opened) ? opened.idleSince.map { (id, $0) } : nil
            }
            return idle.sorted { $0.1 < $1.1 }.prefix(max(1, limit / 10)).map(\.0)
        }
    }

    private let libraries = Locked(All())
    private let most: Int
    private let mostAwake: Int
    private let mostProcesses: Int
    private let open: @Sendable (Account, _ inProcess: Bool) throws -> Place
    private let isCurrent: @Sendable (AccountID) -> Bool
    private let released: @Sendable (AccountID) -> Void
    private let report: @Sendable (String) -> Void

    /// How long a library that nobody uses stays open.
    package static let idleTime = Duration.seconds(300)
    /// How long it keeps its memory, unless too many others are used.
    private static let restTime = Duration.seconds(10)
    private static let lookTime = Duration.seconds(5)
    /// How long requests may still take before a library moves to a process of its own.
    private static let longestMove = Duration.seconds(10)

    /// - Parameters:
    ///   - most: How many stay open, unless more are in use at the same time.
    ///   - mostAwake: How many keep the memory that makes them fast, unless more are in use at the same time.
    ///   - mostProcesses: How many may have processes of their own; 0 where this is such a process.
    ///   - isCurrent: Whether an open library can be used as it is; otherwise it is opened again.
    ///   - released: Called when others may have a library: once it is given away, and again once it is closed.
    ///   - open: Opens the library of a learner, in a process of its own if it has a lock or is to have one; throws a
    ///     `LibraryError`.
    package init(
        most: Int,
        mostAwake: Int = 256,
        mostProcesses: Int = 0,
        isCurrent: @escaping @Sendable (AccountID) -> Bool = { _ in true },
        released: @escaping @Sendable (AccountID) -> Void = { _ in },
        report: @escaping @Sendable (String) -> Void,
        open: @escaping @Sendable (Account, _ inProcess: Bool) throws -> Place
    ) {
        self.most = most
        self.mostAwake = mostAwake
        self.mostProcesses = mostProcesses
        self.report = report
        self.open = open
        self.isCurrent = isCurrent
        self.released = released
    }

    /// A library that stays open until this is released.
    final class Use: Sendable {
        let place: Place
        /// Nil where the library is open in a process of its own.
        var gate: LockGate? { if case .here(let gate) = place { gate } else { nil } }

        private let id: AccountID
        private let number: Int
        private let libraries: OpenLibraries

        fileprivate init(_ opened: Opened, _ id: AccountID, _ libraries: OpenLibraries) {
            place = opened.place
            number = opened.number
            self.id = id
            self.libraries = libraries
        }

        deinit { libraries.release(id, number) }
    }

    /// Opens the library if it is not open; blocks its thread meanwhile.
    ///
    /// - Parameter inProcess: Whether it has to be in a process of its own.
    func use(_ account: Account, inProcess: Bool = false) throws(LibraryError) -> Use {
        while true {
            if let use = try opened(account, inProcess: inProcess && mostProcesses > 0) {
                return use
            }
            guard close(account.id, by: .now + Self.longestMove) else {
                throw .refused("Your library is busy with something else. Try again in a moment.")
            }
        }
    }

    /// - Returns: Nil where the library is open and has to be opened again, perhaps in a process of its own.
    private func opened(_ account: Account, inProcess: Bool) throws(LibraryError) -> Use? {
        let id = account.id
        let isSettled: (All) -> Bool = { all in
            switch all[id] {
            case .open, .givenAway, nil: true
            case .opening, .closing: false
            }
        }
        let (opened, hasToMove) = libraries.withLock(when: isSettled) { all in
            guard var opened = all[id]?.opened else {
                if all[id]?.isGivenAway == true { return (Opened?.none, true) }
                all[id] = .opening
                return (nil, false)
            }
            if inProcess && !opened.place.isProcess || !isCurrent(id) { return (nil, true) }
            opened.uses += 1
            (opened.lastUse, opened.isResting) = (.now, false)
            all[id] = .open(opened)
            return (opened, false)
        }
        if hasToMove { return nil }
        defer { restSurplus() }
        if let opened { return Use(opened, id, self) }
        do {
            closeSurplus()
            let place = try open(account, inProcess)
            let opened = libraries.withLock { all in
                all.lastNumber += 1
                let opened = Opened(place: place, number: all.lastNumber)
                all[id] = .open(opened)
                return opened
            }
            let use = Use(opened, id, self)
            if place.isProcess { try checkProcesses(id, opened.number) }
            return use
        } catch {
            libraries.withLock { all in
                if case .opening = all[id] { all[id] = nil }
            }
            throw error as? LibraryError ?? .failed(reason: "\(error)")
        }
    }

    private func release(_ id: AccountID, _ number: Int) {
        libraries.withLock { all in
            guard var opened = all[id]?.opened, opened.number == number else { return }
            opened.uses -= 1
            opened.lastUse = .now
            all[id] = .open(opened)
        }
    }

    /// Whether a library is open, or about to be.
    func isOpen(_ account: Account) -> Bool { libraries.withLock { $0[account.id] != nil } }

    /// Whether a library can be used without waiting for anything.
    func isReady(_ account: Account) -> Bool {
        libraries.withLock { $0[account.id]?.opened != nil } && isCurrent(account.id)
    }

    package var count: Int {
        libraries.withLock { all in
            all.removeEnded()
            return all.states.count
        }
    }

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
                closeUnneeded(at: now)
                rest(since: now)
            }
        }
    }

    /// Closes what has been idle for long enough at a moment.
    func closeUnneeded(at now: Instant) {
        close { all in
            all.opened.filter { _, opened in
                opened.idleSince.map { $0 + Self.idleTime < now } == true && !opened.place.isNeeded
            }.map(\.id)
        }
    }

    /// Frees the memory of what nobody has used for some seconds, also what the day's maintenance has taken since.
    func rest(since now: Instant) {
        let freed = rest { all in
            all.opened.filter { $0.opened.idleSince.map { $0 + Self.restTime < now } == true }
                .map(\.id)
        }
        if freed > 0 { FreeMemory.giveBack() }
    }

    /// Frees the memory of those that were used longest ago where too many have some.
    private func restSurplus() {
        guard libraries.withLock({ $0.awakeCount }) > mostAwake else { return }
        // What follows takes the memory, so that it need not be given back to the system.
        _ = rest { all in all.longestIdle(mostAwake) { $0.isAwake } }
    }

    /// - Returns: How many had memory to free.
    private func rest(_ choose: (All) -> [AccountID]) -> Int {
        let gates = libraries.withLock { all in
            choose(all).compactMap { id -> LockGate? in
                guard var opened = all[id]?.opened, case .here(let gate) = opened.place,
                    !gate.lock.isLeased
                else { return nil }
                opened.isResting = true
                all[id] = .open(opened)
                return gate
            }
        }
        return gates.count { $0.releaseMemory() }
    }

    /// Closes those that were used longest ago where there are too many.
    private func closeSurplus() {
        close { all in
            guard all.states.count > most else { return [] }
            return all.longestIdle(most) { _ in true }
        }
    }

    /// Ends the process that was used longest ago where there are too many, or the one that was just started.
    ///
    /// One that is unlocked is not ended, because its learner would have to unlock it again.
    private func checkProcesses(_ id: AccountID, _ number: Int) throws(LibraryError) {
        close { all in
            let processes = all.opened.filter(\.opened.place.isProcess)
            guard processes.count > mostProcesses else { return [] }
            let idle = processes.compactMap { id, opened in
                opened.place.isNeeded ? nil : opened.idleSince.map { (id, $0) }
            }
            return idle.min { $0.1 < $1.1 }.map { [$0.0] } ?? []
        }
        let isSurplus = libraries.withLock { all in
            all.opened.count { $0.opened.place.isProcess } > mostProcesses
        }
        guard isSurplus else { return }
        close { all in all[id]?.opened?.number == number ? [id] : [] }
        throw .refused(
            "Too many libraries with a lock are open on this server. Try again in a few minutes."
        )
    }

    /// Closes a learner's library as soon as nobody uses it.
    func close(_ account: Account) { _ = close(account.id, by: .never) }

    /// - Returns: Whether it is closed.
    private func close(_ id: AccountID, by deadline: Instant) -> Bool {
        let (place, isClosed) = libraries.withLock(when: { $0.isUnused(id) }, orAt: deadline) {
            all in
            guard all.isUnused(id) else { return (Place?.none, false) }
            defer { if all[id] != nil { all[id] = .closing } }
            return (all[id]?.place, true)
        }
        if let place { end(place, id) }
        return isClosed
    }

    /// Closes all, as the program ends.
    package func closeAll() {
        close { all in Array(all.states.keys) }
    }

    /// Lets other nodes open all as soon as nobody uses them here; their files are closed later, because nobody needs to wait for that.
    package func giveAllAway() {
        forEach(libraries.withLock { Array($0.states.keys) }) { self.giveAway($0) }
    }

    /// Closes the files of those that were given away.
    package func closeGivenAway() {
        let all = libraries.withLock { $0.states.filter(\.value.isGivenAway).map(\.key) }
        forEach(all) { _ = self.close($0, by: .never) }
    }

    private func giveAway(_ id: AccountID) {
        let isGivenAway = libraries.withLock(when: { $0.isUnused(id) }) { all in
            guard let place = all[id]?.opened?.place else { return false }
            all[id] = .givenAway(place)
            return true
        }
        if isGivenAway { released(id) }
    }

    /// Works on many at the same time, because each waits for a network or a disk.
    private func forEach(_ all: [AccountID], _ body: @escaping @Sendable (AccountID) -> Void) {
        let loop = ParallelFor(size: max(1, min(Self.mostAtOnce, all.count)))
        loop.run(all.count) { body(all[$0]) }
    }

    private static let mostAtOnce = 16

    private func close(_ choose: (All) -> [AccountID]) {
        let places = libraries.withLock { all in
            all.removeEnded()
            return choose(all).compactMap { id -> (AccountID, Place)? in
                guard let place = all[id]?.place else { return nil }
                all[id] = .closing
                return (id, place)
            }
        }
        // Together, because each process takes a moment.
        let ends = Locked(0)
        for (id, place) in places.dropFirst() {
            guard place.isProcess else { continue }
            ends.withLock { $0 += 1 }
            Thread.start {
                self.end(place, id)
                ends.withLock { $0 -= 1 }
            }
        }
        for (index, (id, place)) in places.enumerated() where index == 0 || !place.isProcess {
            end(place, id)
        }
        ends.withLock(when: { $0 == 0 }) { _ in }
    }

    private func end(_ place: Place, _ id: AccountID) {
        switch place {
        case .here(let gate):
            do throws(LibraryError) {
                try gate.lock.end()
            } catch {
                report("a library could not be closed: \(error)")
            }
        case .process(let process): process.end()
        }
        released(id)
        libraries.withLock { $0[id] = nil }
    }
}
