import Fleet

/// A fleet of two nodes and one library, small enough that all that can happen to it can be tried.
///
/// Nodes do what the program does: they run `SlotWrite` and `ClaimStep`. Around them, answers are lost, statements arrive
/// late, a standby that lacks what nobody acknowledged is promoted, nodes stand still between any two steps, leases end,
/// nodes crash, also between the two commits, and the learner is deleted and imported again.
package struct FleetModel: Hashable {
    /// A rule that is broken, to see that the explorer notices.
    package enum Fault: Hashable, Sendable {
        /// A slot that another has written is overwritten, and the library stays open.
        case unfenced
        /// The file has a transaction before the shared log does.
        case fileFirst
        /// A slot that is found in the log counts, whether or not a standby has it.
        case unconfirmed
        /// A slot may be written without the one before it.
        case gaps
        /// A slot that is no claim may follow one of another claim.
        case anyTerm
        /// The claim of an imported library has the number that the first one of the deleted library had.
        case repeatedTerm
        /// A node takes a library although the lease of its holder may be valid.
        case impatient
    }

    /// How often what may go wrong does.
    package struct Budget: Hashable, Sendable {
        package var silences: Int
        package var delays: Int
        package var promotions: Int
        package var crashes: Int
        package var expiries: Int
        package var claims: Int
        package var releases: Int
        package var replacements: Int

        package init(
            silences: Int = 1,
            delays: Int = 1,
            promotions: Int = 1,
            crashes: Int = 1,
            expiries: Int = 1,
            claims: Int = 3,
            releases: Int = 1,
            replacements: Int = 0
        ) {
            (self.silences, self.delays) = (silences, delays)
            (self.promotions, self.crashes) = (promotions, crashes)
            (self.expiries, self.claims, self.releases) = (expiries, claims, releases)
            self.replacements = replacements
        }
    }

    enum Content: Hashable {
        case claim
        /// An answer, and the library for which it was given.
        case answer(Int, of: Int)
        /// An imported library, in which there is no answer.
        case snapshot
    }

    enum Entry: Hashable {
        case slot(number: Int, term: Int, Content)
        /// 2 is nobody.
        case holder(node: Int, claim: Int)
        case touch
        /// All slots of the learner are deleted.
        case deletion
        /// The row of the holder is deleted.
        case noHolder
    }

    /// A connection to a primary, and the entry that a standby has to have before there is an answer, if any.
    struct Wait: Hashable {
        var index: Int?
        var epoch: Int
    }

    enum Phase: Hashable {
        case out
        case taking(claim: Int, Wait)
        case claiming(claim: Int, number: Int, SlotWrite, Wait?)
        case open(term: Int, next: Int)
        case writing(term: Int, next: Int, answer: Int, SlotWrite, Wait?)
        /// The shared log has the transaction, and the file does not.
        case shared(term: Int, next: Int, answer: Int)
    }

    struct Node: Hashable {
        var phase = Phase.out
        /// The answers in its file, and the slot up to which it has everything.
        var file: [Int] = []
        var slot = 0
        /// Which library of the learner it is.
        var library = 0
        var hasLease = true
        /// Whether others have seen it silent for long enough.
        var isSilent = false
        var isMarkedDead = false
    }

    struct Flight: Hashable {
        var entry: Entry
        /// One that arrives at a server that is not the primary any more is lost.
        var epoch: Int
    }

    var log: [Entry] = []
    /// How many entries a standby has.
    var durable = 0
    var epoch = 0
    var nodes = [Node(), Node()]
    var flights: [Flight] = []
    var acknowledged: Set<Int> = []
    /// What an operator does who deletes the learner and imports a library; nil if that is done, or has not begun.
    var replacement: Replacement?
    var budget: Budget
    let answers: Int

    package init(answers: Int = 2, budget: Budget = Budget()) {
        self.answers = answers
        self.budget = budget
    }

    // MARK: - The log

    /// Of the library that the learner has now.
    func slot(_ number: Int) -> (term: Int, content: Content)? {
        for entry in log.reversed() {
            if case .slot(number, let term, let content) = entry { return (term, content) }
            if entry == .deletion { break }
        }
        return nil
    }

    var lastNumber: Int {
        var last = 0
        for entry in log.reversed() {
            if case .slot(let number, _, _) = entry { last = max(last, number) }
            if entry == .deletion { break }
        }
        return last
    }

    /// Counts how often the learner was deleted.
    var library: Int { log.count { $0 == .deletion } }

    var holder: Holder? {
        for entry in log.reversed() {
            if case .holder(let node, let claim) = entry {
                return Holder(node: Self.names[node], claim: Int64(claim))
            }
            if entry == .noHolder { break }
        }
        return nil
    }

    static let names = ["a", "b", ""]

    /// The answers of the slots up to a number, in order.
    func content(through last: Int) -> [Int] {
        (1...max(1, last)).compactMap { number in
            guard number <= last, case .answer(let answer, _)? = slot(number)?.content else {
                return nil
            }
            return answer
        }
    }

    /// The answers of libraries that were deleted.
    private var deleted: Set<Int> {
        let end = log.lastIndex(of: .deletion) ?? log.startIndex
        return log[..<end].reduce(into: []) { answers, entry in
            if case .slot(_, _, .answer(let answer, _)) = entry { answers.insert(answer) }
        }
    }

    /// Whether the log has an answer that was given for a library which is deleted.
    private var isContinued: Bool {
        let library = library
        return (1...max(1, lastNumber)).contains { number in
            guard case .answer(_, let own)? = slot(number)?.content else { return false }
            return own != library
        }
    }
}

// MARK: - What must be

extension FleetModel {
    /// What is wrong in this state; nil if nothing is.
    package var flaw: String? {
        let all = content(through: lastNumber)
        if Set(all).count < all.count { return "an answer is there twice" }
        if isContinued { return "the log of an imported library has an answer for the deleted one" }
        let kept = acknowledged.subtracting(deleted).sorted()
        for answer in kept where !all.contains(answer) {
            return "answer \(answer) was acknowledged and is lost"
        }
        // What is deleted may be shown until the holder's row is read again.
        for (index, node) in nodes.enumerated() where node.library == library {
            // Within a transaction they may differ.
            if node.isSettled, node.file != content(through: node.slot) {
                return "the file of node \(Self.names[index]) is not what the log says"
            }
            guard node.hasLease, node.isServing else { continue }
            for answer in kept where !node.file.contains(answer) {
                return "node \(Self.names[index]) shows a library without answer \(answer)"
            }
        }
        return nil
    }
}

extension FleetModel.Node {
    fileprivate var isServing: Bool {
        switch phase {
        case .open, .writing, .shared: true
        case .out, .taking, .claiming: false
        }
    }

    fileprivate var isSettled: Bool {
        switch phase {
        case .out, .open: true
        case .taking, .claiming, .writing, .shared: false
        }
    }
}

// MARK: - What can happen

extension FleetModel {
    /// Everything that can happen next.
    package func successors(with fault: Fault?) -> [FleetModel] {
        var all: [FleetModel] = []
        if durable < log.count { all.append(changed { $0.durable += 1 }) }
        if budget.promotions > 0 {
            all.append(
                changed {
                    $0.log.removeLast($0.log.count - $0.durable)
                    $0.epoch += 1
                    $0.budget.promotions -= 1
                }
            )
        }
        for (index, flight) in flights.enumerated() {
            all.append(
                changed {
                    $0.flights.remove(at: index)
                    if flight.epoch == $0.epoch { _ = $0.execute(flight.entry, fault) }
                }
            )
        }
        for node in nodes.indices { all += steps(of: node, fault) }
        return all + replacements(with: fault)
    }

    func changed(_ change: (inout FleetModel) -> Void) -> FleetModel {
        var copy = self
        change(&copy)
        return copy
    }

    private func steps(of index: Int, _ fault: Fault?) -> [FleetModel] {
        let node = nodes[index]
        var all: [FleetModel] = []
        func add(_ change: (inout FleetModel) -> Void) { all.append(changed(change)) }

        // Its lease ends, others notice, it is renewed; or the process has to begin anew.
        if node.hasLease, budget.expiries > 0 {
            add {
                $0.nodes[index].hasLease = false
                $0.budget.expiries -= 1
            }
        }
        if !node.hasLease {
            if !node.isSilent { add { $0.nodes[index].isSilent = true } }
            if !node.isMarkedDead {
                add { ($0.nodes[index].hasLease, $0.nodes[index].isSilent) = (true, false) }
            }
            if node.isMarkedDead {
                add {
                    $0.nodes[index].phase = .out
                    ($0.nodes[index].hasLease, $0.nodes[index].isSilent) = (true, false)
                    $0.nodes[index].isMarkedDead = false
                }
            }
        }
        if budget.crashes > 0, node.phase != .out {
            add {
                $0.nodes[index].phase = .out
                $0.budget.crashes -= 1
            }
        }
        switch node.phase {
        case .out: all += claims(of: index, fault)
        case .taking(let claim, let wait): all += takes(index, claim, wait)
        case .claiming(let claim, let number, let write, let wait):
            let entry = Entry.slot(number: number, term: claim, .claim)
            for (next, write, wait) in writes(entry, write, wait, fault == .gaps ? fault : nil) {
                all.append(next.claimed(by: index, claim, number, write, wait))
            }
        case .open(let term, let next):
            if budget.releases > 0 {
                add {
                    $0.nodes[index].phase = .out
                    $0.budget.releases -= 1
                    if $0.holder == Holder(node: Self.names[index], claim: Int64(term)) {
                        $0.log.append(.holder(node: 2, claim: term))
                    }
                }
            }
            guard node.hasLease else { break }
            for answer in 0..<answers where !acknowledged.contains(answer) {
                if node.file.contains(answer) {
                    // The browser sends again what it has no answer to.
                    add { $0.acknowledged.insert(answer) }
                    continue
                }
                add {
                    if fault == .fileFirst {
                        $0.nodes[index].file.append(answer)
                        $0.nodes[index].slot = next
                    }
                    $0.nodes[index].phase = .writing(
                        term: term,
                        next: next,
                        answer: answer,
                        SlotWrite(),
                        nil
                    )
                }
            }
        case .writing(let term, let next, let answer, let write, let wait):
            let content = Content.answer(answer, of: node.library)
            let entry = Entry.slot(number: next, term: term, content)
            for (model, write, wait) in writes(entry, write, wait, fault) {
                all.append(model.wrote(by: index, term, next, answer, write, wait))
            }
        case .shared(let term, let next, let answer):
            for isToldSo in [true, false] where isToldSo || budget.silences > 0 {
                add {
                    if fault != .fileFirst {
                        $0.nodes[index].file.append(answer)
                        $0.nodes[index].slot = next
                    }
                    $0.nodes[index].phase = .open(term: term, next: next + 1)
                    if isToldSo {
                        $0.acknowledged.insert(answer)
                    } else {
                        $0.budget.silences -= 1
                    }
                }
            }
        }
        return all
    }

    // MARK: Claiming

    private func claims(of index: Int, _ fault: Fault?) -> [FleetModel] {
        // Nobody can sign in to a deleted account.
        guard nodes[index].hasLease, budget.claims > 0, replacement == nil else { return [] }
        let number = { (name: String) in Self.names.firstIndex(of: name) ?? 2 }
        let step = ClaimStep(
            of: Self.names[index],
            after: holder,
            mayLive: { fault != .impatient && !nodes[number($0)].isSilent },
            isMarkedDead: { fault == .impatient || nodes[number($0)].isMarkedDead }
        )
        switch step {
        case .elsewhere: return []
        case .markDead(let name):
            guard !nodes[number(name)].hasLease else { return [] }
            return [changed { $0.nodes[number(name)].isMarkedDead = true }]
        case .take(let holder):
            return [
                changed {
                    let claim = Int(holder.claim)
                    $0.log.append(.holder(node: index, claim: claim))
                    $0.nodes[index].phase = .taking(
                        claim: claim,
                        Wait(index: $0.log.count - 1, epoch: $0.epoch)
                    )
                    $0.budget.claims -= 1
                }
            ]
        }
    }

    private func takes(_ index: Int, _ claim: Int, _ wait: Wait) -> [FleetModel] {
        // Without an answer in time it is tried again later.
        var all = [changed { $0.nodes[index].phase = .out }]
        if wait.epoch == epoch, let entry = wait.index, entry < durable, nodes[index].hasLease {
            all.append(
                changed {
                    $0.nodes[index].phase = .claiming(
                        claim: claim,
                        number: $0.lastNumber + 1,
                        SlotWrite(),
                        nil
                    )
                }
            )
        }
        return all
    }

    private func claimed(
        by index: Int,
        _ claim: Int,
        _ number: Int,
        _ write: SlotWrite,
        _ wait: Wait?
    ) -> FleetModel {
        changed { model in
            switch write.step {
            case .end(.done):
                model.nodes[index].file = model.content(through: number)
                model.nodes[index].slot = number
                model.nodes[index].library = model.library
                model.nodes[index].phase = .open(term: claim, next: number + 1)
            case .end(.lost) where model.nodes[index].hasLease:
                model.nodes[index].phase = .claiming(
                    claim: claim,
                    number: model.lastNumber + 1,
                    SlotWrite(),
                    nil
                )
            case .end: model.nodes[index].phase = .out
            default:
                model.nodes[index].phase = .claiming(claim: claim, number: number, write, wait)
            }
        }
    }

    private func wrote(
        by index: Int,
        _ term: Int,
        _ next: Int,
        _ answer: Int,
        _ write: SlotWrite,
        _ wait: Wait?
    ) -> FleetModel {
        changed { model in
            switch write.step {
            case .end(.done):
                model.nodes[index].phase = .shared(term: term, next: next, answer: answer)
            case .end(.refused): model.nodes[index].phase = .open(term: term, next: next)
            case .end: model.nodes[index].phase = .out
            default:
                model.nodes[index].phase = .writing(
                    term: term,
                    next: next,
                    answer: answer,
                    write,
                    wait
                )
            }
        }
    }
}
