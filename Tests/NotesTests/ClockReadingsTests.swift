import Notes
import Testing

struct ClockReadingsTests {
    private static let hour: Int64 = 3_600_000

    /// Hours at which the clock is read, and by which moment things are judged after the last reading.
    private static let cases: [([Int64], Int64?)] = [
        // Nothing is known about a clock on its first day.
        ([0], nil),
        ([0, 5], nil),
        // A clock that goes on is right.
        ([0, 24], 24),
        ([0, 24, 30], 30),
        ([0, 24, 7 * 24], 7 * 24),
        // After a jump or a long absence it is right on the second day.
        ([0, 24, 87_600], 24),
        ([0, 24, 87_600, 87_601], 24),
        ([0, 24, 87_600, 87_624], 87_624),
        ([0, 24, 500, 524], 524),
        // One month after the other.
        ([0, 720, 1_440], 720),
        // Once the clock is back nothing is older than it was.
        ([0, 24, 87_600, 25], 25),
        ([0, 24, 87_600, 25, 87_601], 25),
        ([0, 24, -87_600], -87_600),
        ([0, 24, -87_600, 25], -87_600),
    ]

    @Test(arguments: cases)
    func trustsAClockThatDoesNotJump(hours: [Int64], trusted: Int64?) throws {
        var readings = ClockReadings()
        for hour in hours { readings.record(Moment(milliseconds: hour * Self.hour)) }

        let moment = readings.trusted(at: Moment(milliseconds: (hours.last ?? 0) * Self.hour))

        #expect(moment == trusted.map { Moment(milliseconds: $0 * Self.hour) })
    }
}
