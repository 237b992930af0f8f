package import Notes
internal import SQLite

/// The number of answers on one day.
package struct DayCount: Hashable, Sendable {
    /// Days since 1970 by the learner's clock.
    package var day: Int
    package var answers: Int
    /// The total time that they took.
    package var milliseconds: Int

    package init(day: Int, answers: Int, milliseconds: Int) {
        self.day = day
        self.answers = answers
        self.milliseconds = milliseconds
    }
}

extension Reading where Self: ~Copyable {
    /// The days with answers within a range of time, without retracted ones.
    ///
    /// - Parameters:
    ///   - moments: Has to cover the days in whatever time zone the learner was.
    ///   - rollover: The hour at which a day begins.
    package func dayCounts(_ moments: Range<Moment>, rollover: Int = 0) throws -> [DayCount] {
        try connection.rows(
            """
            SELECT (moment + utc_offset * 60000 - :rollover * 3600000) / 86400000 AS day, count(*), sum(duration)
            FROM standing_event
            WHERE moment >= :from
            AND moment < :to
            AND kind IN (0, 1)
            GROUP BY day
            ORDER BY day
            """,
            ["from": moments.lowerBound, "to": moments.upperBound, "rollover": rollover]
        ) { DayCount(day: $0.int(0), answers: $0.int(1), milliseconds: $0.int(2)) }
    }
}
