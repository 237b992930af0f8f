import Testing

@testable import Recall

struct BrowseTests {
    @Test func showsCardsFromTheFirstToTheLastAndBack() throws {
        var browse = try #require(Session(.browse, cards: 3, seed: 1))
        var seen = [browse.card(at: 0)]

        while browse.next() { seen.append(browse.card(at: 0)) }
        #expect(browse.answered == 2 && browse.total == 3)
        while browse.previous() { seen.append(browse.card(at: 0)) }

        #expect(seen == [0, 1, 2, 1, 0])
        #expect(browse == Session(.browse, cards: 3, seed: 1))
    }

    @Test func recordsNothing() throws {
        var browse = try #require(Session(.browse, cards: 3, seed: 1))
        _ = browse.next()
        let before = browse

        let isTaken = browse.answer(.good)
        let undone = browse.undo()

        #expect(!isTaken && undone == nil)
        #expect(browse == before)
        #expect(browse.remembered == 0 && browse.missed == 0)
    }

    @Test(arguments: [
        (position: 2, removed: 0, shown: 2, before: 1), (2, 2, 3, 2), (2, 3, 2, 2), (4, 4, 3, 3),
    ])
    func keepsItsPositionWhenACardIsRemoved(position: Int, removed: Int, shown: Int, before: Int)
        throws
    {
        var browse = try #require(Session(.browse, cards: 5, seed: 1))
        for _ in 0..<position { _ = browse.next() }

        let isRemoved = browse.removeCard(removed)

        #expect(isRemoved)
        #expect(browse.card(at: 0) == shown)
        #expect(browse.answered == before)
        #expect(browse.total == 4)
    }

    @Test func showsNothingWithoutCards() throws {
        var browse = try #require(Session(.browse, cards: 1, seed: 1))
        _ = browse.removeCard(0)

        let turned = [browse.next(), browse.previous()]

        #expect(turned == [false, false])
        #expect(browse.card(at: 0) == nil && browse.isOver)
    }
}
