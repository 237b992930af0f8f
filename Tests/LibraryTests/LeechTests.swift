import Library
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing

/// Cards that are forgotten too often are suspended and tagged, and undo reverts both.
struct LeechTests {
    private let fresh: FreshLibrary
    private let card: CardID

    init() throws {
        fresh = try FreshLibrary()
        card = try fresh.cardID()
    }

    /// Learns the card, then forgets it `times` times, learning it again in between.
    private func forget(times: Int) -> [Event] {
        (0...2 * times).map { turn in
            let isLapse = turn % 2 == 1
            return Event(
                id: EventID(rawValue: Int64(turn + 1)),
                note: card.note,
                face: card.face,
                kind: .review(isLapse ? .again : .easy, due: nil),
                moment: fresh.clock.now.later(by: Int64(turn - 100) * 86_400_000),
                offset: 0,
                duration: 1_000,
                mode: .review
            )
        }
    }

    private func isSuspended() throws -> Bool {
        try #require(try fresh.library.card(card)).isSuspended
    }

    private func tags() throws -> [String] {
        var tags: [String]?
        try fresh.reopen { tags = try $0.note(card.note)?.tags.map(\.text) }
        return try #require(tags)
    }

    @Test func suspendsAndTagsACardAtTheEighthLapse() throws {
        let events = forget(times: 8)

        _ = try fresh.library.record(Array(events[..<15]))
        #expect(try !isSuspended())
        #expect(try tags() == [])
        _ = try fresh.library.record([events[15]])

        #expect(try fresh.library.card(card)?.state.lapses == 8)
        #expect(try isSuspended())
        #expect(try tags() == ["leech"])
    }

    @Test func undoingTheLapseUnsuspendsTheCard() throws {
        let events = forget(times: 8)
        _ = try fresh.library.record(events)
        #expect(try isSuspended())

        _ = try fresh.library.record([fresh.retraction(100, of: events[15])])

        #expect(try !isSuspended())
        #expect(try tags() == [])
    }

    @Test func findsALeechInTheMiddleOfABatch() throws {
        _ = try fresh.library.record(forget(times: 9))

        #expect(try isSuspended())
    }

    @Test func leavesCardsAloneThatTheLearnerSuspended() throws {
        let events = forget(times: 3)
        _ = try fresh.library.record(events)
        try fresh.reopen { try $0.connection.run("UPDATE card SET is_suspended = 1") }

        _ = try fresh.library.record([fresh.retraction(100, of: events[5])])

        #expect(try isSuspended())
    }

    @Test func doesNothingIfTheLearnerTurnedItOff() throws {
        var settings = StudySettings()
        settings.leechLapses = 0
        try fresh.library.changeSettings { $0 = settings }

        _ = try fresh.library.record(forget(times: 30))

        #expect(try fresh.library.card(card)?.state.lapses == 30)
        #expect(try !isSuspended())
    }
}
