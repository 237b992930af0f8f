import Testing

@testable import Recall

struct BrowseTests {
    @Test func turnsPagesFromTheFirstToTheLastAndBack() throws {
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
        (place: 2, leaving: 0, shown: 2, before: 1), (2, 2, 3, 2), (2, 3, 2, 2), (4, 4, 3, 3),
    ])
    func keepsItsPlaceWhenACardLeaves(place: Int, leaving: Int, shown: Int, before: Int) throws {
        var browse = try #require(Session(.browse, cards: 5, seed: 1))
        for _ in 0..<place { _ = browse.next() }

        let hasLeft = browse.leave(leaving)

        #expect(hasLeft)
        #expect(browse.card(at: 0) == shown)
        #expect(browse.answered == before)
        #expect(browse.total == 4)
    }

    @Test func turnsNothingWithoutCards() throws {
        var browse = try #require(Session(.browse, cards: 1, seed: 1))
        _ = browse.leave(0)

        let turned = [browse.next(), browse.previous()]

        #expect(turned == [false, false])
        #expect(browse.card(at: 0) == nil && browse.isOver)
    }
}
