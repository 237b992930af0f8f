import Sodium
import TestFolder
import Testing

@testable import Vault

/// The record of a lock, and the wait before an attempt.
struct LockRecordTests {
    private static let here = LockRecord.Counter.address("loopback")

    private static func failed(_ count: Int, at moment: Int64 = 0) -> LockRecord {
        var record = LockRecord()
        for _ in 0..<count { record.beginTry(of: here, at: moment) }
        return record
    }

    @Test(arguments: [(0, 0), (4, 0), (5, 5), (6, 10), (7, 20), (12, 640), (13, 900), (900, 900)])
    func makesTriesWaitLongerAndLonger(failures: Int, wait: Int) {
        let record = Self.failed(failures, at: 10_000)

        #expect(record.wait(of: Self.here, at: 10_000) == wait)
        #expect(record.wait(of: Self.here, at: 10_000 + Int64(wait) * 1000) == 0)
        #expect(wait < 2 || record.wait(of: Self.here, at: 11_000) == wait - 1)
    }

    @Test func waitsNoLongerThanItSaidWhenTheClockIsSetBack() {
        var record = Self.failed(5, at: 1_000_000_000)

        record.adjustToClock(at: 0)

        #expect(record.wait(of: Self.here, at: 0) == 5)
        #expect(record.wait(of: Self.here, at: 5_000) == 0)
    }

    @Test func countsEachAddressAndEachKnownBrowserByItself() {
        var record = Self.failed(9)
        record.meet(Digest(of: "mine".utf8), at: 0)

        func counter(_ address: String, _ tokens: String...) -> LockRecord.Counter? {
            record.counter(for: UnlockClient(at: address, showing: tokens), at: 0)
        }
        #expect(counter("loopback") == Self.here)
        #expect(counter("192.0.2.1") == .address("192.0.2.1"))
        #expect(counter("loopback", "forged", "mine") == .browser(Digest(of: "mine".utf8)))
        #expect(counter("loopback", "forged") == Self.here)
        #expect(record.counter(for: .command, at: 0) == nil)
    }

    /// Whoever learns the token of a browser, as other ports learn cookies, does not make it wait either.
    @Test func letsABrowserTryByWhicheverCountLetsItTrySoonest() {
        var record = Self.failed(9)
        for token in ["cookie", "page"] { record.meet(Digest(of: token.utf8), at: 0) }
        for _ in 0..<9 { record.beginTry(of: .browser(Digest(of: "cookie".utf8)), at: 0) }
        let client = UnlockClient(at: "loopback", showing: ["cookie", "page"])

        #expect(record.counter(for: client, at: 0) == .browser(Digest(of: "page".utf8)))
    }

    @Test func forgetsNoBrowserHoweverManyStrangersTry() {
        var record = LockRecord()
        let client = UnlockClient(at: "loopback", showing: ["mine"])
        record.meet(Digest(of: "mine".utf8), at: 0)
        for number in 0..<1_000 { record.beginTry(of: .address("\(number)"), at: Int64(number)) }

        #expect(record.knows(client))
        #expect(record.tries.count == 1 + LockRecord.maximumClients)
    }

    @Test func isReadAsItWasWritten() {
        var record = Self.failed(3, at: 77)
        record.beginTry(of: .address("2001:db8:0:1::"), at: 78)
        record.meet(Digest(of: "mine".utf8), at: 79)
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

    @Test(arguments: [
        "", "x", "Omena lock record 1\n-1 0\n", "Omena lock record 1\n1 1\n1 x - -",
        "Omena lock record 1\nbrowser x 1 1\naddress x -1 1",
        "Omena lock record 1\naddress x 9223372036854775807 1\naddress x 5 -9223372036854775808",
    ])
    func passesOverWhatItCannotRead(text: String) {
        #expect(LockRecord(text) == LockRecord())
    }
}

struct UnfinishedWorkTests {
    @Test func isReadAsItWasWritten() {
        let reasons: [UnfinishedWork.Reason] = [
            .diskFull, .unavailable, .damaged(path: "/a b/c.omena"), .damaged(path: ""), .other,
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
        var ring = try OpenKeyRing(for: key, .recoveryCode(code), named: "Paper", at: 0)
        let cost = PassphraseCost(memory: 64, passes: 1)
        try ring.add(.measured(try #require(Self.words), cost), named: "Words", at: 0)
        try KeyFile(ofLibrary: path).write(ring.ring)
        return path
    }

    private static let words = Passphrase("correct horse")

    /// Attempts of one client at one moment.
    private func attempt(
        _ path: String,
        _ attempt: UnlockCredential,
        at moment: Int64,
        by client: UnlockClient = UnlockClient(at: "192.0.2.1", showing: [])
    ) throws -> OpenKeyRing {
        try UnlockThrottle(ofLibrary: path, record: LockRecordFile(ofLibrary: path))
            .open(attempt, by: client, at: moment).ring
    }

    @Test func countsAndRecordsWhatFails() throws {
        let path = try library()
        let record = LockRecordFile(ofLibrary: path)
        let (right, wrong) = (try #require(Self.words), try #require(Passphrase("wrong horse")))

        for _ in 0..<5 {
            #expect(throws: LockFailure.vault(.wrongPassphrase)) {
                try attempt(path, .passphrase(wrong), at: 1_000)
            }
        }
        #expect(throws: LockFailure.tooManyTries(wait: 5)) {
            try attempt(path, .passphrase(right), at: 1_000)
        }
        let ring = try attempt(path, .passphrase(right), at: 6_000)

        #expect(ring.openedBy == ring.ring.slots.last?.id)
        let kinds = record.read().events.map(\.kind)
        #expect(kinds == [.refused, .refused, .refused, .refused, .refused, .unlocked])
        #expect(record.read().tries.isEmpty)
        #expect(ring.openedBy.flatMap { ring[$0] }?.used == 6_000)
    }

    @Test func aStrangersTriesDelayNobodyElse() throws {
        let path = try library()
        let (right, wrong) = (try #require(Self.words), try #require(Passphrase("wrong horse")))
        LockRecordFile(ofLibrary: path).meet("mine", at: 0)
        let stranger = UnlockClient(at: "loopback", showing: [])
        for _ in 0..<5 { _ = try? attempt(path, .passphrase(wrong), at: 1_000, by: stranger) }

        #expect(throws: LockFailure.tooManyTries(wait: 5)) {
            try attempt(path, .passphrase(right), at: 1_000, by: stranger)
        }
        // Nobody guesses a recovery code.
        for _ in 0..<9 {
            #expect(throws: LockFailure.vault(.wrongRecoveryCode)) {
                try attempt(path, .recovery(RecoveryCode()), at: 1_000, by: stranger)
            }
        }
        _ = try attempt(path, .recovery(code), at: 1_000, by: stranger)
        let owner = UnlockClient(at: "loopback", showing: ["mine"])
        _ = try attempt(path, .passphrase(right), at: 1_000, by: owner)
        _ = try attempt(path, .passphrase(right), at: 1_000, by: .command)
        _ = try attempt(path, .passphrase(right), at: 1_000)
    }

    @Test func doesNotCountWhatIsNoFaultOfTheKey() throws {
        let path = try library()
        try AtomicFile.write([1, 2, 3], to: KeyFile(ofLibrary: path).path)
        let right = try #require(Self.words)

        #expect(throws: LockFailure.vault(.keysDamaged(path: path + "-keys"))) {
            try attempt(path, .passphrase(right), at: 1)
        }
        #expect(LockRecordFile(ofLibrary: path).read() == LockRecord())
    }
}
