import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

@testable import Library

/// What was known on a day is stored on that day, or else computed from the log as it was then.
struct KnowledgeTests {
    private let studied: ReviewLibrary
    private var library: Library { studied.library }

    init() throws { studied = try ReviewLibrary() }

    private func statistics() throws -> Statistics {
        try #require(try library.statistics(range: .all, timeZoneOffset: 0))
    }

    /// Lets some days pass, to the moment when a day of the learner begins.
    private func advance(days: Int64) {
        let clock = studied.fresh.clock
        let morning = DayBoundary().start(
            of: DayBoundary().day(of: clock.now.milliseconds, offset: 0) + Int(days),
            offset: 0
        )
        clock.advance(by: morning - clock.now.milliseconds)
    }

    @Test func theComputedPastIsWhatStatisticsSaidThen() throws {
        var seen: [StatisticsDay: Statistics.Words] = [:]
        // Reviewed in the last week only, so it is learned without a memory before.
        let card = CardID(note: NoteID(rawValue: 40), face: .template(1))
        _ = try library.act(.redate(days: 3), on: [card], by: nil, timeZoneOffset: 0)
        advance(days: 1)
        for week in 0..<10 {
            let now = try statistics()
            seen[now.today] = now.notes
            // Reviewed a moment later than the day begins.
            studied.fresh.clock.advance(by: 60_000)
            try studied.grade(Int64(week * 4 + 1)...Int64(week * 4 + 4))
            if week > 2 { try studied.grade([1, 2, 3], week == 5 ? .again : .good) }
            advance(days: 7)
        }

        try library.recordKnowledge(timeZoneOffset: 0)

        let computed = try statistics().knowledge.filter { $0.day < (try statistics().today) }
        #expect(computed.count == 9)
        for knowledge in computed {
            let then = try #require(seen[knowledge.day])
            #expect(knowledge.known == then.known)
            #expect(knowledge.learning == then.learning)
            #expect(abs(knowledge.knowledge - then.knowledge) < 0.11)
        }
    }

    @Test func anObservedDayStaysWhatItWas() throws {
        try studied.grade(1...5, .good, daysAgo: 3)
        try library.recordKnowledge(timeZoneOffset: 0)
        let observed = try statistics().knowledge.filter { $0.day == (try statistics().today) }
        var numbers = Parameters.default.values
        numbers[2] *= 5
        try library.setParameters(try Parameters(numbers))

        try library.recordKnowledge(timeZoneOffset: 0)
        advance(days: 1)
        try library.recordKnowledge(timeZoneOffset: 0)

        let days = try statistics().knowledge
        #expect(observed.count == 1)
        #expect(days.prefix { $0.day <= observed[0].day }.last == observed[0])
        #expect(days.last?.day == (try statistics().today))
    }

    @Test func daysThatAnEarlierRuleComputedAreComputedAnew() throws {
        func rows() throws -> [KnowledgeRow] {
            try library.database.read { try $0.knowledge(on: 0...100_000) }
        }
        try studied.grade(2...9, .good, daysAgo: 30)
        try library.recordKnowledge(timeZoneOffset: 0)
        let computed = try rows()
        try library.database.write { writer in
            try writer.deleteComputedKnowledge()
            // The first rule stored the number of reviews alone.
            try writer.set(SettingKey(rawValue: "past-knowledge"), to: "8")
        }
        #expect(try rows().count == computed.count - 4)

        try library.recordKnowledge(timeZoneOffset: 0)

        #expect(try rows() == computed)
    }

    @Test func aLogThatArrivesLaterChangesThePast() throws {
        try studied.grade([1], .good, daysAgo: 1)
        try library.recordKnowledge(timeZoneOffset: 0)
        #expect(try statistics().knowledge.count == 1)

        try studied.grade(2...9, .good, daysAgo: 30)
        try library.recordKnowledge(timeZoneOffset: 0)

        let past = try statistics().knowledge.filter { $0.day < (try statistics().today) }
        #expect(past.map(\.learning) == [8, 8, 8, 8])
    }
}
