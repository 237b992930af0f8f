import Testing

@testable import Recall

struct DayBoundaryTests {
    static let hour: Int64 = 3_600_000

    @Test func countsTheNightTowardsTheDayBefore() {
        let boundary = DayBoundary()
        let eleven = 23 * Self.hour  // on 1 January 1970, in UTC

        #expect(boundary.day(of: eleven, offset: 0) == 0)
        #expect(boundary.day(of: eleven + 4 * Self.hour, offset: 0) == 0)
        #expect(boundary.day(of: eleven + 5 * Self.hour, offset: 0) == 1)
        #expect(boundary.day(of: eleven + 8 * Self.hour, offset: 0) == 1)
    }

    @Test func usesLocalTime() {
        let boundary = DayBoundary(rollover: 4)
        let moment = 2 * Self.hour

        #expect(boundary.day(of: moment, offset: 0) == -1)
        #expect(boundary.day(of: moment, offset: 120) == 0)
        #expect(boundary.day(of: moment, offset: -120) == -1)
    }

    @Test(arguments: [-720, -90, 0, 345, 840], [-400_000, -1, 0, 1, 20_000])
    func startsADayWhereThePreviousOneEnds(offset: Int, day: Int) {
        let boundary = DayBoundary(rollover: 4)
        let start = boundary.start(of: day, offset: offset)

        #expect(boundary.day(of: start, offset: offset) == day)
        #expect(boundary.day(of: start - 1, offset: offset) == day - 1)
    }

    @Test func acceptsAnyMoment() {
        for moment in [Int64.min, .max] {
            let day = DayBoundary(rollover: .max).day(of: moment, offset: .min)
            #expect(abs(day) < 100_000_100)
        }
    }
}
