import FleetModel
import Testing

struct ExplorerTests {
    @Test(arguments: [
        // A promotion while leases end.
        FleetModel.Budget(
            silences: 1,
            delays: 0,
            promotions: 1,
            crashes: 0,
            expiries: 1,
            claims: 2,
            releases: 0
        ),
        // Late statements and a promotion.
        FleetModel.Budget(
            silences: 0,
            delays: 1,
            promotions: 1,
            crashes: 0,
            expiries: 0,
            claims: 2,
            releases: 1
        ),
        // Crashes, also between the two commits.
        FleetModel.Budget(
            silences: 0,
            delays: 1,
            promotions: 0,
            crashes: 1,
            expiries: 1,
            claims: 2,
            releases: 0
        ),
    ])
    func nothingAcknowledgedIsLostOrShownTooLate(_ budget: FleetModel.Budget) {
        let outcome = Explorer.explore(FleetModel(answers: 1, budget: budget))

        #expect(outcome.flaw == nil)
        #expect(outcome.states > 1_000)
    }

    @Test(arguments: [
        // Late statements, and another holder after that.
        FleetModel.Budget(
            silences: 0,
            delays: 1,
            promotions: 0,
            crashes: 0,
            expiries: 0,
            claims: 2,
            releases: 0,
            replacements: 1
        ),
        // A promotion while the learner is deleted or imported.
        FleetModel.Budget(
            silences: 0,
            delays: 0,
            promotions: 1,
            crashes: 0,
            expiries: 0,
            claims: 1,
            releases: 0,
            replacements: 1
        ),
    ])
    func whoHeldADeletedLibraryDoesNotContinueTheImportedOne(_ budget: FleetModel.Budget) {
        let outcome = Explorer.explore(FleetModel(answers: 2, budget: budget))

        #expect(outcome.flaw == nil)
        #expect(outcome.states > 1_000)
    }

    @Test(arguments: [
        FleetModel.Fault.unfenced, .fileFirst, .unconfirmed, .impatient, .gaps, .anyTerm,
        .repeatedTerm,
    ])
    func findsWhatABrokenRuleLoses(_ fault: FleetModel.Fault) {
        let isOfReplacing = [.anyTerm, .repeatedTerm].contains(fault)
        let budget = FleetModel.Budget(
            silences: isOfReplacing ? 0 : 1,
            delays: 0,
            promotions: fault == .unconfirmed || fault == .gaps ? 1 : 0,
            crashes: fault == .fileFirst ? 1 : 0,
            expiries: isOfReplacing ? 0 : 1,
            claims: 2,
            releases: 0,
            replacements: isOfReplacing ? 1 : 0
        )

        #expect(Explorer.explore(FleetModel(answers: 2, budget: budget), with: fault).flaw != nil)
    }
}
