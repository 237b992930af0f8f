/// An operator who deletes the learner and imports a library, as `LibraryTransfer` does: one statement after the other,
/// each repeated until it is acknowledged.
///
/// Nodes may have the library open meanwhile, and change it. No claim is under way, because nobody has been able to sign in
/// for long.
extension FleetModel {
    enum ReplacementStep: Int {
        case deleteSlots, deleteHolder, addHolder, addClaim, addSnapshot
    }

    struct Replacement: Hashable {
        var step = ReplacementStep.deleteSlots
        /// Nil while the statement is not sent.
        var wait: Wait?
    }

    /// The number of an imported library's claim, which is random.
    private static let importedTerm = 100

    func replacements(with fault: Fault?) -> [FleetModel] {
        guard let replacement else {
            guard budget.replacements > 0, holder != nil, !isBeingClaimed else { return [] }
            return [
                changed {
                    $0.replacement = Replacement()
                    $0.budget.replacements -= 1
                }
            ]
        }
        guard let wait = replacement.wait, wait.epoch == epoch else {
            return [changed { $0.send(replacement.step, fault) }]
        }
        guard let index = wait.index, index < durable else { return [] }
        let next = ReplacementStep(rawValue: replacement.step.rawValue + 1)
        return [changed { $0.replacement = next.map { Replacement(step: $0) } }]
    }

    private var isBeingClaimed: Bool {
        let isClaiming = nodes.contains { node in
            switch node.phase {
            case .taking, .claiming: true
            case .out, .open, .writing, .shared: false
            }
        }
        let isClaimLate = flights.contains { flight in
            if case .slot(_, _, .claim) = flight.entry { true } else { false }
        }
        return isClaiming || isClaimLate
    }

    private mutating func send(_ step: ReplacementStep, _ fault: Fault?) {
        let term = fault == .repeatedTerm ? 1 : Self.importedTerm
        let (entry, isThere): (Entry, Bool) =
            switch step {
            case .deleteSlots: (.deletion, log.contains(.deletion))
            case .deleteHolder: (.noHolder, log.contains(.noHolder))
            case .addHolder: (.holder(node: 2, claim: term), holder != nil)
            case .addClaim: (.slot(number: 1, term: term, .claim), slot(1) != nil)
            case .addSnapshot: (.slot(number: 2, term: term, .snapshot), slot(2) != nil)
            }
        // What a promotion has kept counts once something later is acknowledged.
        if isThere { log.append(.touch) } else { _ = execute(entry, fault) }
        replacement?.wait = Wait(index: log.count - 1, epoch: epoch)
    }
}
