import Library
import LibraryValues
import Notes
import Recall
import TestLibrary
import Testing

struct CardLogTests {
    private let fresh: FreshLibrary
    private let card: CardID

    init() throws {
        fresh = try FreshLibrary()
        card = try fresh.cardID()
    }

    private func answer(_ id: Int64, daysAgo: Int64, _ kind: Event.Kind) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: card.note,
            face: card.face,
            kind: kind,
            moment: fresh.clock.now.later(by: -daysAgo * 86_400_000),
            offset: 0,
            duration: 2_000,
            mode: .review
        )
    }

    @Test func listsReviewsWithTheirMemories() throws {
        let mistake = answer(3, daysAgo: 5, .review(.again, due: nil))
        _ = try fresh.library.record([
            answer(1, daysAgo: 20, .review(.good, due: nil)),
            answer(2, daysAgo: 10, .practice(.again)),
            mistake,
            answer(4, daysAgo: 5, .retraction(of: mistake.id)),
            answer(5, daysAgo: 4, .review(.good, due: nil)),
        ])

        let log = try #require(try fresh.library.log(of: card, timeZoneOffset: 0))
        let model = MemoryModel()
        let first = model.memory(afterFirst: .good)

        #expect(log.entries.map(\.kind) == [.review(.good), .practice(.again), .review(.good)])
        #expect(log.entries[0].memory == first)
        #expect(log.entries[0].recall == nil)
        #expect(log.entries[1].memory == nil)
        #expect(log.entries[2].recall == model.retrievability(of: first, after: 16))
        #expect(log.memory == log.entries[2].memory)
        #expect(log.desiredRetention == 0.9)
    }

    @Test func listsDueDatesAndResets() throws {
        let due = fresh.clock.now.later(by: 20 * 86_400_000)
        let retracted = answer(4, daysAgo: 8, .setState(.reset))
        _ = try fresh.library.record([
            answer(1, daysAgo: 40, .review(.good, due: nil)),
            answer(2, daysAgo: 20, .setState(.reset)),
            answer(3, daysAgo: 10, .setState(.redated(due))),
            retracted,
            answer(5, daysAgo: 7, .retraction(of: retracted.id)),
        ])

        let log = try #require(try fresh.library.log(of: card, timeZoneOffset: 0))

        #expect(log.entries.map(\.kind) == [.review(.good), .reset, .redated])
        #expect(log.entries.dropFirst().map(\.interval) == [nil, 30])
        #expect(log.entries.map { $0.duration == nil } == [false, true, true])
        #expect(log.memory == nil)
    }

    @Test func isMissingForACardThatWasNeverAsked() throws {
        let log = try fresh.library.log(of: card, timeZoneOffset: 0)

        #expect(log == nil)
    }
}
