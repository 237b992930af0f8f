import Foundation
import Library
import LibraryValues
import Notes
import TestFolder
import Testing
import Threads

@testable import Fleet

struct FleetNodeTests {
    private let folder: TemporaryFolder
    private let store = MemoryStore()
    private let learner = LearnerID(rawValue: 7)

    init() throws { folder = try TemporaryFolder() }

    private func node(_ name: String, disk: DiskRoom? = nil) throws -> FleetNode {
        let node = FleetNode(
            NodeRow(name: name, address: "\(name):1", process: "\(name)-1"),
            log: store,
            files: store,
            holders: store,
            nodes: store,
            disk: disk,
            report: { _ in }
        )
        try node.start()
        return node
    }

    private func open(on node: FleetNode) throws -> Library {
        try node.open(learner, at: folder.path("\(node.name).omena")) {
            path,
            log throws(LibraryError) in
            try Library.open(at: path, sharing: log) { Moment(milliseconds: 1_700_000_000_000) }
        }
    }

    private func close(_ library: Library, on node: FleetNode) throws {
        try library.close()
        node.release(self.learner)
    }

    /// Waits for what a node does in the background.
    private func finishWork(of node: FleetNode) {
        let isDone = Locked(false)
        node.work.add { isDone.withLock { $0 = true } }
        isDone.withLock(when: { $0 }) { _ in }
    }

    private func hash(_ byte: UInt8) throws -> MediaHash {
        try #require(MediaHash(bytes: Array(repeating: byte, count: 32)))
    }

    private func addDeck(_ name: String, to library: Library) throws {
        _ = try library.makeDeck(named: #require(DeckName(name)), by: nil)
    }

    @Test func aNewLibraryIsStoredBeforeAnybodySeesIt() throws {
        let node = try node("a")

        let library = try open(on: node)

        #expect(try store.slots(of: learner, from: 1).map(\.kind) == [.snapshot])
        #expect(try store.snapshots(of: learner).map(\.number) == [2])
        try close(library, on: node)
    }

    @Test func aNodeThatCannotWriteClaimsNothing() throws {
        let node = try node("a", disk: DiskRoom(in: folder.path("missing")))

        #expect(throws: LibraryError.unavailable) { _ = try open(on: node) }

        #expect(node.obstacle == .disk("No such file or directory"))
        #expect(node.obstacleToReading == nil)
        #expect(try store.holder(of: learner) == nil)
        #expect(try store.lastNumber(of: learner) == 0)
    }

    @Test func aLibraryIsBuiltAgainWhereItsFileIsGone() throws {
        let node = try node("a")
        var library = try open(on: node)
        try addDeck("One", to: library)
        try close(library, on: node)
        try FileManager.default.removeItem(atPath: folder.path("a.omena"))

        library = try open(on: node)

        #expect(try library.decks().contains { $0.name.text == "One" })
        try close(library, on: node)
    }

    @Test func aFileThatIsBehindCatchesUp() throws {
        let node = try node("a")
        var library = try open(on: node)
        try addDeck("One", to: library)
        try close(library, on: node)
        let old = try Data(contentsOf: URL(filePath: folder.path("a.omena")))
        library = try open(on: node)
        try addDeck("Two", to: library)
        let identity = library.identity
        try close(library, on: node)
        try old.write(to: URL(filePath: folder.path("a.omena")))
        let reads = store.slotReads

        library = try open(on: node)

        #expect(store.slotReads == reads + 1)
        #expect(try library.decks().contains { $0.name.text == "Two" })
        #expect(library.identity == identity)
        try addDeck("Three", to: library)
        try close(library, on: node)
    }

    @Test(arguments: MemoryStore.Damage.allCases)
    func aStoredFileThatIsDamagedIsNotOpened(_ damage: MemoryStore.Damage) throws {
        let node = try node("a")
        let library = try open(on: node)
        try close(library, on: node)
        try FileManager.default.removeItem(atPath: folder.path("a.omena"))
        store.damagePieces(damage)

        #expect(throws: LibraryError.unavailable) { _ = try open(on: node) }
        for name in ["a.omena", "a.omena-new"] {
            #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
        }
    }

    @Test func aLogWithoutItsBeginningIsNotTakenForThatOfANewLearner() throws {
        let node = try node("a")
        let library = try open(on: node)
        try close(library, on: node)
        try FileManager.default.removeItem(atPath: folder.path("a.omena"))
        for snapshot in try store.snapshots(of: learner) { try store.delete(snapshot, of: learner) }
        let last = try store.lastNumber(of: learner)
        try store.deleteSlots(of: learner, before: last)

        #expect(throws: LibraryError.unavailable) { _ = try open(on: node) }
    }

    @Test func aFileOfAnotherLogIsNotBelieved() throws {
        let node = try node("a")
        var library = try open(on: node)
        try addDeck("One", to: library)
        try close(library, on: node)
        let other = LearnerID(rawValue: 8)
        library = try node.open(other, at: folder.path("a.omena")) {
            path,
            log throws(LibraryError) in
            try Library.open(at: path, sharing: log) { Moment(milliseconds: 1_700_000_000_000) }
        }

        #expect(try !library.decks().contains { $0.name.text == "One" })
        try library.close()
    }

    @Test func whatANodeHoldsIsElsewhereForOthers() throws {
        let (first, second) = (try node("a"), try node("b"))
        let library = try open(on: first)
        try second.look()

        #expect(try first.destination(of: learner) == .here)
        guard case .node(let row) = try second.destination(of: learner) else {
            Issue.record("It is not elsewhere")
            return
        }
        #expect(row.address == "a:1")
        #expect(throws: LibraryError.elsewhere) { _ = try open(on: second) }
        try close(library, on: first)
    }

    @Test func aNodeThatHasJustStartedKeepsWhatItClaims() throws {
        let first = try node("a")
        // The first one looks at the nodes now and then only.
        store.freezeNodesForOtherThreads()
        let second = try node("b")
        let library = try open(on: second)

        #expect(throws: LibraryError.elsewhere) { _ = try open(on: first) }

        #expect(try store.holder(of: learner)?.node == "b")
        try close(library, on: second)
    }

    @Test func onlySomeLearnersOfOtherNodesAreRemembered() throws {
        let (_, second) = (try node("a"), try node("b"))
        for number in 1...Int64(FleetNode.mostKnown + 5) {
            let learner = LearnerID(rawValue: number)
            #expect(try store.replace(nil, by: Holder(node: "a", claim: 1), of: learner))
            _ = try second.destination(of: learner)
        }

        #expect(1...FleetNode.mostKnown ~= second.knownCount)
    }

    @Test func aNodeKnowsWhereAllAre() throws {
        let (first, _) = (try node("a"), try node("b"))
        let row = NodeRow(name: "c", address: "[fd00::3]:6636", process: "")
        #expect(try store.replace(nil, by: row))

        try first.look()

        #expect(first.hosts == ["a", "b", "fd00::3"])
    }

    @Test func aDrainedNodeGivesItsLibrariesAway() throws {
        let (first, second) = (try node("a"), try node("b"))
        let library = try open(on: first)
        try addDeck("One", to: library)

        first.drain {
            try? library.close()
            first.release(learner)
        }
        try second.look()
        second.forgetDestination(of: learner)

        #expect(try second.destination(of: learner) == .here)
        let taken = try open(on: second)
        #expect(try taken.decks().contains { $0.name.text == "One" })
        try first.look()
        first.forgetDestination(of: learner)
        guard case .node(let row) = try first.destination(of: learner) else {
            Issue.record("A drained node takes a library back")
            return
        }
        #expect(row.name == "b")
        try close(taken, on: second)
    }

    /// Its file may still be open, and its daily maintenance under way.
    @Test func aLibraryThatWasGivenAwayDeletesNoMedia() throws {
        let (first, second) = (try node("a"), try node("b"))
        let library = try open(on: first)
        let held = try #require(first.held(learner))
        let (kept, unused) = (try hash(1), try hash(2))
        for hash in [kept, unused] { try held.put([1, 2, 3], under: hash) }
        try held.remove(unused)
        first.drain { first.release(learner) }
        try second.look()
        let taken = try open(on: second)

        #expect(throws: LibraryError.unavailable) { try held.remove(kept) }

        let holder = try #require(second.held(learner))
        #expect(try holder.contains(kept))
        #expect(try !holder.contains(unused))
        try library.close()
        try close(taken, on: second)
    }

    /// The new holder may have been asked to store it again.
    @Test func whoHeldALibraryBeforeDeletesNothingOfIt() throws {
        let node = try node("a")
        let library = try open(on: node)
        let held = try #require(node.held(learner))
        let kept = try hash(1)
        try held.put([1, 2, 3], under: kept)
        let holder = try #require(try store.holder(of: learner))
        _ = try store.replace(holder, by: Holder(node: "b", claim: holder.claim + 1), of: learner)

        try held.remove(kept)

        #expect(try held.contains(kept))
        try library.close()
    }

    /// The new holder may have deleted some of its pieces.
    @Test func whoHeldALibraryBeforeRecordsNoSnapshot() throws {
        let node = try node("a")
        let library = try open(on: node)
        try addDeck("One", to: library)
        let held = try #require(node.held(learner))
        let before = try store.snapshots(of: learner)
        let holder = try #require(try store.holder(of: learner))
        _ = try store.replace(holder, by: Holder(node: "b", claim: holder.claim + 1), of: learner)

        #expect(throws: FleetError.elsewhere) { try held.makeSnapshot(of: library) }

        #expect(try store.snapshots(of: learner) == before)
        try library.close()
    }

    @Test func whoeverClaimsLaterEndsWhatWasHeldBefore() throws {
        let first = try node("a")
        let library = try open(on: first)
        // As if the others had found it dead, and it did not know that yet.
        let holder = try #require(try store.holder(of: learner))
        _ = try store.replace(holder, by: Holder(node: "b", claim: holder.claim + 1), of: learner)
        let last = try store.lastNumber(of: learner)
        let claim = Slot(number: last + 1, term: holder.claim + 1, kind: .claim, body: [])
        let ending = store.write(claim, of: learner, by: Instant.now + .seconds(1))
        #expect(ending == .done)

        #expect(throws: LibraryError.unavailable) { try self.addDeck("Lost", to: library) }
        #expect(throws: LibraryError.unavailable) { _ = try library.decks() }
        #expect(!first.isCurrent(learner))
        #expect(try store.slots(of: learner, from: last + 1) == [claim])
        try close(library, on: first)
    }

    @Test func nothingIsDoneWhileTheLogIsOutOfReach() throws {
        let node = try node("a")
        var library = try open(on: node)
        store.setDown(true)

        #expect(throws: LibraryError.unavailable) { try self.addDeck("Lost", to: library) }

        store.setDown(false)
        try close(library, on: node)
        library = try open(on: node)
        #expect(try !library.decks().contains { $0.name.text == "Lost" })
        try addDeck("One", to: library)
        try close(library, on: node)
    }

    @Test func aStateThatIsStoredIsNotStoredAgain() throws {
        let node = try node("a")
        let library = try open(on: node)
        let size = try store.size(for: learner)

        try node.held(learner)?.makeSnapshot(of: library)

        #expect(try store.size(for: learner) == size)
        #expect(try store.snapshots(of: learner).map(\.number) == [2])
        try close(library, on: node)
    }

    @Test func aNewLibraryIsStoredAgainOnceItsLogIsLong() throws {
        let node = try node("a")
        let library = try open(on: node)
        let held = try #require(node.held(learner))
        // What its file remembers changes with the next slot only.
        _ = try held.append([UInt8](repeating: 0, count: 8 << 20 - 1), answers: 0)

        try addDeck("One", to: library)
        finishWork(of: node)

        let last = try store.lastNumber(of: learner)
        #expect(try store.snapshots(of: learner).map(\.number) == [last])
        try close(library, on: node)
    }

    /// Each try would send the whole library.
    @Test func aSnapshotThatFailedIsNotTriedAgainWithTheNextChange() throws {
        let node = try node("a")
        let library = try open(on: node)
        finishWork(of: node)
        node.held(learner)?.begin(with: library, slots: 20_000, bytes: 0)
        store.limitPuts(to: 0)
        let before = store.puts

        for name in ["One", "Two", "Three"] {
            try addDeck(name, to: library)
            finishWork(of: node)
        }

        #expect(store.puts == before + 1)
        #expect(try store.snapshots(of: learner).map(\.number) == [2])
        try close(library, on: node)
    }

    @Test func piecesOfAnInterruptedUploadGoWhenTheLibraryIsOpenedNext() throws {
        let node = try node("a")
        var library = try open(on: node)
        let held = try #require(node.held(learner))
        let (whole, interrupted) = (try hash(1), try hash(2))
        try held.put([UInt8](repeating: 1, count: 1 << 20), under: whole)
        let size = try store.size(for: learner)
        store.limitPuts(to: 2)
        #expect(throws: LibraryError.unavailable) {
            try held.put([UInt8](repeating: 2, count: 3 << 20), under: interrupted)
        }
        store.limitPuts(to: nil)
        #expect(try store.size(for: learner) > size)
        try close(library, on: node)

        library = try open(on: node)
        finishWork(of: node)

        #expect(try store.size(for: learner) == size)
        #expect(try node.held(learner)?.content(of: whole)?.count == 1 << 20)
        try close(library, on: node)
    }

    @Test func aMediumWithoutAllItsPiecesIsStoredAgain() throws {
        let node = try node("a")
        let library = try open(on: node)
        let held = try #require(node.held(learner))
        let (content, hash) = ([UInt8](repeating: 1, count: 2 << 20 + 5), try hash(1))
        try held.put(content, under: hash)
        store.losePiece(1, of: hash.bytes, for: learner)
        #expect(try held.content(of: hash) == nil)

        try held.put(content, under: hash)

        #expect(try held.content(of: hash) == content)
        try close(library, on: node)
    }

    @Test func aSnapshotMakesOldSlotsSuperfluous() throws {
        let node = try node("a")
        var library = try open(on: node)
        try addDeck("One", to: library)
        try node.held(learner)?.makeSnapshot(of: library)
        try addDeck("Two", to: library)
        let slots = try store.slots(of: learner, from: 1)
        try close(library, on: node)
        try FileManager.default.removeItem(atPath: folder.path("a.omena"))

        library = try open(on: node)

        #expect(slots.first?.number == 3)
        #expect(try store.snapshots(of: learner).map(\.number) == [3])
        let names = try library.decks().map(\.name.text)
        #expect(names.contains("One") && names.contains("Two"))
        try close(library, on: node)
    }
}

struct LeaseTests {
    private let row = NodeRow(name: "a", address: "a:1", process: "p")

    @Test func isValidForFourSecondsFromBeforeItWasSent() {
        let sent = BootTime(nanoseconds: 1_000_000_000)
        var lease = Lease(row)
        #expect(!lease.isValid(at: sent))

        lease.acknowledge(lease.renewed, sentAt: sent)

        #expect(lease.isValid(at: sent + .milliseconds(3_999)))
        #expect(!lease.isValid(at: sent + .milliseconds(4_000)))
        #expect(lease.renewed.beat == row.beat + 2)
    }

    @Test func isRenewedEachSecondAndSoonerWhereThatFailed() {
        let sent = BootTime(nanoseconds: 1_000_000_000)
        var lease = Lease(row)
        #expect(lease.nextPause(at: sent) == .milliseconds(300))

        lease.acknowledge(lease.renewed, sentAt: sent)

        #expect(lease.nextPause(at: sent + .milliseconds(5)) == .seconds(1))
        #expect(lease.nextPause(at: sent + .milliseconds(1_005)) == .milliseconds(300))
    }

    /// A node that renewed its lease just before it was killed, and that another one looked at just before that.
    @Test func leavesTimeToServeLearnersOfAKilledNodeWithinEightSeconds() {
        #expect(FleetNode.watchPause + Lease.patience <= .milliseconds(5_500))
        #expect(Lease.length + Lease.pause <= Lease.patience)
    }

    @Test func othersWaitLongerThanItIsValid() {
        var watch = NodeWatch()
        let seen = BootTime(nanoseconds: 1_000_000_000)
        watch.look(at: [row], at: seen)
        watch.look(at: [row], at: seen + .seconds(3))

        #expect(watch.mayLive("a", at: seen + .milliseconds(4_999)))
        #expect(!watch.mayLive("a", at: seen + .milliseconds(5_000)))
    }

    @Test func aRenewalIsSeenAsOne() {
        var watch = NodeWatch()
        let seen = BootTime(nanoseconds: 1_000_000_000)
        watch.look(at: [row], at: seen)
        var renewed = row
        renewed.beat += 1
        watch.look(at: [renewed], at: seen + .seconds(4))

        #expect(watch.mayLive("a", at: seen + .seconds(8)))
        #expect(!watch.mayLive("b", at: seen))
    }

    @Test func aNodeThatIsMarkedDeadIsDeadAtOnce() {
        var watch = NodeWatch()
        var dead = row
        dead.process = ""
        watch.look(at: [dead], at: BootTime(nanoseconds: 1))

        #expect(!watch.mayLive("a", at: BootTime(nanoseconds: 1)))
        #expect(watch.takers(at: BootTime(nanoseconds: 1)).isEmpty)
    }
}
