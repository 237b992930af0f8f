import Library
import Notes
import Testing

struct RedoTests {
    @Test func makesTheLatestAgainWhateverWasTakenBackBefore() throws {
        let fresh = try FreshLibrary()
        func make(_ name: String) throws -> ChangeID {
            fresh.clock.advance(by: 1_000)
            let made = try fresh.library.makeDeck(named: #require(DeckName(name)), by: nil)
            return try #require(made.change).id
        }
        _ = try fresh.library.undo(make("Given up"))
        let change = try make("Wanted")
        fresh.clock.advance(by: 1_000)
        _ = try fresh.library.undo(change)

        #expect(try fresh.library.latestUndone(by: nil) == change)
        _ = try fresh.library.redo(change)
        #expect(try fresh.library.latestUndone(by: nil) == nil)
    }
}
