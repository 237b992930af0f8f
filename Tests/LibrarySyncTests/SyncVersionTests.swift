import LibraryValues
import Notes
import SQLite
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Copies of which one was opened by an earlier version of Omena before.
struct SyncVersionTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    private func syncBoth() throws { try here.sync(with: there) }

    /// Nobody sends it again to whoever has it already.
    @Test func aFactThatWasUnknownCountsOnceItIsKnown() throws {
        let deck = try #require(try here.library.decks().first).id
        try syncBoth()
        here.clock.advance(by: 60_000)
        let replica = try #require(ReplicaID(String(repeating: "ab", count: 16)))
        let moment = here.clock.now
        let fact = Fact(
            key: FactKey(ObjectKey(.deck, deck.rawValue), "name"),
            stamp: Stamp(clock: Stamp.clock(at: moment), replica: replica, sequence: 1),
            values: ["name": .text("Renamed")]
        )
        try here.library.database.write { writer in
            let (nothing, vector) = (SyncVector(), SyncVector([replica: 1]))
            let page = FactPage(after: nothing, vector: vector, held: vector, facts: [])
            var merge = try FactMerge(page, at: moment, writer)
            try merge.park(fact, awaiting: nil, writer)
            try merge.run(page, writer)
        }
        try here.library.close()

        try here.open()
        try syncBoth()

        for replica in [here, there] {
            #expect(try replica.library.decks().first { $0.id == deck }?.name.text == "Renamed")
        }
    }

    /// It did not know the setting, so nobody has decided about it here.
    @Test func aSettingThatIsNewIsNotSetBySavingAnother() throws {
        try here.library.changeSettings { $0.reviewLimit = 99 }
        try syncBoth()
        try here.library.database.write { writer in
            try writer.connection.run(
                "UPDATE setting SET value = json_remove(value, '$.newLimit') WHERE key = 'study'"
            )
            // Not changed, but never written.
            writer.sync?.changes.recordMerge()
        }
        there.clock.advance(by: 60_000)
        here.clock.advance(by: 120_000)

        try there.library.changeSettings { $0.newLimit = 7 }
        try here.library.changeSettings { $0.reviewLimit = 98 }
        try syncBoth()

        for replica in [here, there] {
            let settings = try replica.library.settings()
            #expect((settings.newLimit, settings.reviewLimit) == (7, 98))
        }
    }
}
