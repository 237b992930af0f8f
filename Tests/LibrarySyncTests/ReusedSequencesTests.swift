import Foundation
import LibraryValues
import Notes
import SQLite
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// When a library believes that sequences were used twice, and when it does not.
struct ReusedSequencesTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    private func makeDeck(_ name: String) throws {
        _ = try here.library.makeDeck(named: #require(DeckName(name)), by: nil)
    }

    private func reopen() throws {
        try here.library.close()
        try here.open()
    }

    /// It is another replica, which has not settled yet.
    @Test func aCopyHasReusedNothing() throws {
        try makeDeck("Before")
        try here.library.close()
        let path = folder.path("copy.omena")
        try FileManager.default.copyItem(atPath: here.path, toPath: path)
        try here.open()
        try makeDeck("Later")
        let copy = try SyncReplica(path: path, number: 2, skew: 0)

        try copy.library.prepareToSync(with: here.peer, saying: here.library.syncState())

        #expect(try copy.library.syncState().reused == nil)
    }

    @Test func nothingIsSaidOfUnknownReplicasAndByOtherLibraries() throws {
        try makeDeck("Deck")
        var random = RandomSource.system
        var state = try there.library.syncState()
        state.reused = SyncVector([ReplicaID(using: &random): 1])
        try here.library.prepareToSync(with: there.peer, saying: state)
        #expect(try here.library.syncState().reused == nil)

        state.library = LibraryLineage(id: "another")
        state.reused = SyncVector([try here.library.syncState().replica: 1])
        try here.library.prepareToSync(with: there.peer, saying: state)
        #expect(try here.library.syncState().reused == nil)
    }

    /// Each time, everything would be told again.
    @Test func aPeerCannotHaveFactsRenamedWithoutEnd() throws {
        try makeDeck("Deck")
        func lie() throws {
            var state = try here.library.syncState()
            state.vector[state.replica] += 1
            try here.library.prepareToSync(with: there.peer, saying: state)
        }
        for _ in 1...Writer.mostRenamings { try lie() }
        try reopen()
        let state = try here.library.syncState()

        #expect(throws: LibraryError.damagedArrival) { try lie() }

        #expect(try here.library.syncState() == state)
        here.clock.advance(by: 2 * 86_400_000)
        try lie()
        #expect(try here.library.syncState() != state)
    }

    /// Its facts are those of a migration, which was not opened before.
    @Test func aMigratedLibraryBeginsWithAnOpening() throws {
        _ = try here.library.database.write { writer in
            try writer.connection.execute(script: "UPDATE replica SET home = NULL")
        }
        try makeDeck("Deck")

        let state = try here.library.syncState()
        let openings = try #require(state.openings)
        #expect(openings[state.replica] > 0)
    }

    /// It is told again with the facts after it, whose clocks others refuse as well.
    @Test func anOpeningOfAWrongClockIsNotHeld() throws {
        try makeDeck("Before")
        let before = try here.library.syncState()
        try reopen()
        here.clock.advance(by: 10 * 86_400_000)
        try makeDeck("Wrong")
        here.clock.advance(by: -10 * 86_400_000)

        let now = try here.library.syncState()

        #expect(now.replica != before.replica)
        #expect(now.vector[before.replica] == before.vector[before.replica])
    }

    /// Openings are read once, until there are others.
    @Test func openingsAreRememberedUntilTheyChange() throws {
        try makeDeck("One")
        try reopen()
        try makeDeck("Two")
        let first = try #require(try here.library.syncState().openings)
        #expect(try here.library.syncState().openings == first)
        let all = try here.library.database.write { try $0.openings() }
        #expect(first == all)

        try reopen()
        try makeDeck("Three")

        #expect(try here.library.syncState().openings != first)
    }
}
