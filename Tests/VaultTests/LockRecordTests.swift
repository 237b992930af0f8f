import TestFolder
import Testing

@testable import Vault

/// The record of a lock, and the wait before an attempt.
struct LockRecordTests {
    private static func failed(_ count: Int, at moment: Int64 = 0) -> LockRecord {
        var record = LockRecord()
        for _ in 0..<count { record.beginTry(at: moment) }
        return record
    }

    @Test(arguments: [(0, 0), (4, 0), (5, 5), (6, 10), (7, 20), (12, 640), (13, 900), (900, 900)])
    func makesTriesWaitLongerAndLonger(failures: Int, wait: Int) {
        let record = Self.failed(failures, at: 10_000)

        #expect(record.wait(at: 10_000) == wait)
        #expect(record.wait(at: 10_000 + Int64(wait) * 1000) == 0)
        #expect(wait < 2 || record.wait(at: 11_000) == wait - 1)
    }

    @Test func waitsNoLongerThanItSaidWhenTheClockIsSetBack() {
        var record = Self.failed(5, at: 1_000_000_000)

        record.adjustToClock(at: 0)

        #expect(record.wait(at: 0) == 5)
        #expect(record.wait(at: 5_000) == 0)
    }

    @Test func isReadAsItWasWritten() {
        var record = Self.failed(3, at: 77)
        for (index, kind) in LockEvent.Kind.allCases.enumerated() {
            let means = LockEvent.Means.allCases[index % 3]
            let slot = index.isMultiple(of: 2) ? KeySlotID() : nil
            record.add(LockEvent(kind, at: Int64(index), means: means, slot: slot))
        }

        #expect(LockRecord(record.text) == record)
    }

    @Test func keepsWhatWasDoneHoweverOftenSomebodyGuesses() {
        var record = LockRecord()
        record.add(LockEvent(.sealed, at: 1))
        for moment in 0..<1_000 { record.add(LockEvent(.refused, at: Int64(moment))) }

        #expect(record.events.first?.kind == .sealed)
        #expect(record.events.count == 1 + LockRecord.maximumCount)
        #expect(record.events.last?.moment == 999)
    }

    @Test(arguments: ["", "x", "Omena lock record 1\n-1 0\n", "Omena lock record 1\n1 1\n1 x - -"])
    func passesOverWhatItCannotRead(text: String) {
        #expect(LockRecord(text).events.isEmpty)
    }
}

struct UnfinishedWorkTests {
    @Test func isReadAsItWasWritten() {
        let reasons: [UnfinishedWork.Reason] = [
            .noRoom, .unavailable, .damaged(path: "/a b/c.omena"), .damaged(path: ""), .other,
        ]
        for kind in UnfinishedWork.Kind.allCases {
            for work in reasons.map({ UnfinishedWork(kind, $0) }) {
                #expect(UnfinishedWork(line: work.line) == work)
            }
        }
        for line in ["", "sealing", "sealing ", "sealing damaged", "no work", "sealing other x"] {
            #expect(UnfinishedWork(line: line) == nil)
        }
    }
}

/// Attempts to unlock are counted, recorded and delayed.
struct UnlockTrialTests {
    private let folder = try? TemporaryFolder()
    private let code = RecoveryCode()

    /// A sealed file with its keys.
    private func library() throws -> String {
        let path = try #require(folder).path("a.omena")
        let key = VaultKey()
        try AtomicFile.write([], to: path)
        _ = try key.files(at: path)
        let ring = try OpenKeyRing(for: key, .recoveryCode(code), named: "Paper", at: 0)
        try KeyFile(ofLibrary: path).write(ring.ring)
        return path
    }

    @Test func countsAndRecordsWhatFails() throws {
        let path = try library()
        let record = LockRecordFile(ofLibrary: path)
        let trial = UnlockThrottle(ofLibrary: path, record: record)

        for _ in 0..<5 {
            #expect(throws: LockFailure.vault(.wrongRecoveryCode)) {
                try trial.open(.recovery(RecoveryCode()), at: 1_000)
            }
        }
        #expect(throws: LockFailure.tooManyTries(wait: 5)) {
            try trial.open(.recovery(code), at: 1_000)
        }
        let ring = try trial.open(.recovery(code), at: 6_000)

        #expect(ring.openedBy == ring.ring.slots.first?.id)
        let kinds = record.read().events.map(\.kind)
        #expect(kinds == [.refused, .refused, .refused, .refused, .refused, .unlocked])
        #expect(record.read().failures == 0)
        let kept = try KeyFile(ofLibrary: path).read(for: nil).open(with: code)
        #expect(kept.openedBy.flatMap { kept[$0] }?.used == 6_000)
    }

    @Test func doesNotCountWhatIsNoFaultOfTheKey() throws {
        let path = try library()
        let record = LockRecordFile(ofLibrary: path)
        try AtomicFile.write([1, 2, 3], to: KeyFile(ofLibrary: path).path)

        #expect(throws: LockFailure.vault(.keysDamaged(path: path + "-keys"))) {
            try UnlockThrottle(ofLibrary: path, record: record).open(.recovery(code), at: 1)
        }
        #expect(record.read() == LockRecord())
    }
}
