package import Notes
internal import SQLite

/// What was answered on one day of the learner's own clock.
package struct DayCount: Hashable, Sendable {
    /// Days since 1970, as the learner's clock showed them.
    package var day: Int
    /// How many answers were given.
    package var answers: Int
    /// How long they took together.
    package var milliseconds: Int

    package init(day: Int, answers: Int, milliseconds: Int) {
        self.day = day
        self.answers = answers
        self.milliseconds = milliseconds
    }
}

extension Reading where Self: ~Copyable {
    /// The days of some moments on which something was answered, those taken back not counted.
    ///
    /// - Parameters:
    ///   - moments: All that lie on the days in question, wherever the learner was.
    ///   - rollover: How many hours after midnight a day begins.
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
