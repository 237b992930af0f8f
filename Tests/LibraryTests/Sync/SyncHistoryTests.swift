import Foundation
import LibraryValues
import Testing

@testable import Library
@testable import Storage

/// Replicas agree, whatever happened to them and in whatever order they heard of it.
struct SyncHistoryTests {
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil

    /// A seed that failed, to be tried alone.
    private static var seed: UInt64? {
        ProcessInfo.processInfo.environment["OMENA_SEED"].flatMap { UInt64($0) }
    }

    private static var seeds: [ClosedRange<UInt64>] {
        if let seed { return [seed...seed] }
        return stride(from: 1, to: isSoaking ? 100_000 : 1_000, by: 20).map { $0...($0 + 19) }
    }

    @Test(arguments: seeds)
    func replicasAgree(_ seeds: ClosedRange<UInt64>) throws {
        for seed in seeds {
            if let failure = try failure(of: seed) { Issue.record("seed \(seed): \(failure)") }
        }
    }

    /// Every rule of merging matters to some history; `SyncObjectTests` say what the rules are.
    @Test(
        .enabled(if: isSoaking),
        arguments: [
            .firstWriterWins, .wholeObjectsWin, .deletionsWin, .latestParametersWin,
            .decksStayApart, .newcomerStands, .eventsAreLost, .statesStay, .nothingIsParked,
            .removedEventsStay,
        ] as [MergeFaults]
    )
    func aBrokenRuleIsNoticed(_ fault: MergeFaults) throws {
        let noticed = try (1...1_000).first { try failure(of: $0, faults: fault) != nil }
        print("Fault \(fault.rawValue) is noticed by seed \(noticed.map(String.init) ?? "none")")
        #expect(noticed != nil)
    }

    /// How replicas differ after a history; nil if they agree.
    private func failure(of seed: UInt64, faults: MergeFaults = []) throws -> String? {
        let history = try SyncHistory(seed: seed, faults: faults)
        do {
            try history.run(steps: 24)
            if Self.seed != nil { print(history.trace.joined(separator: "\n")) }
            if let disagreement = try history.disagreement() { return disagreement }
            if seed.isMultiple(of: 20) || Self.seed != nil {
                for replica in history.replicas {
                    // Contents of media travel on their own.
                    let findings = try replica.library.check().findings.filter { $0.part != .media }
                    if !findings.isEmpty { return "replica \(replica.number): \(findings)" }
                }
            }
        } catch {
            return "\(error) after\n\(history.trace.suffix(3).joined(separator: "\n"))"
        }
        return nil
    }
}
