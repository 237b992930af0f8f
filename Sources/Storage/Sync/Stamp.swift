package import Notes
internal import SQLite

/// When and on which replica something was written; later ones win, and ties go to the greater replica.
package struct Stamp: Hashable, Sendable {
    /// Milliseconds since 1970, and 16 bits that count what happened in the same millisecond.
    package var clock: Int64
    package var replica: ReplicaID
    /// Counts the facts of a replica from 1, in the order in which it wrote them.
    package var sequence: Int64

    package init(clock: Int64, replica: ReplicaID, sequence: Int64) {
        self.clock = clock
        self.replica = replica
        self.sequence = sequence
    }

    /// What a clock can be.
    package static let clocks: ClosedRange<Int64> = 0...1 << 62

    /// The first clock after another one.
    static func clock(after clock: Int64) -> Int64 {
        clock < clocks.upperBound ? clock + 1 : clocks.upperBound
    }

    /// What a sequence can be.
    package static let sequences = SyncVector.range

    /// The clock at the start of a millisecond.
    package static func clock(at moment: Moment) -> Int64 {
        min(max(moment.milliseconds, 1), 1 << 46) << 16
    }

    /// The latest clock that a replica may have written by then: others refuse what is more than a day ahead of them.
    static func latestClock(at moment: Moment) -> Int64 {
        clock(at: Moment(milliseconds: moment.milliseconds + 90_000_000))
    }

    /// The latest clock that is accepted from others, which is a day ahead.
    ///
    /// Later facts would win over whatever is written here until then. They are not corrected, because all replicas must see the
    /// same clocks; they are accepted once their time has come.
    package static func latestAcceptedClock(at moment: Moment) -> Int64 {
        clock(at: Moment(milliseconds: moment.milliseconds + 86_400_000))
    }

    /// Reads the columns clock, replica, sequence from `column` on.
    init(_ row: borrowing Row, from column: Int32, _ replicas: Replicas) throws {
        self.init(
            clock: row.int64(column, within: Self.clocks),
            replica: try replicas.id(row.int64(column + 1)),
            sequence: row.int64(column + 2, within: Self.sequences)
        )
    }
}

extension Stamp: Comparable {
    package static func < (left: Stamp, right: Stamp) -> Bool {
        (left.clock, left.replica, left.sequence) < (right.clock, right.replica, right.sequence)
    }
}
