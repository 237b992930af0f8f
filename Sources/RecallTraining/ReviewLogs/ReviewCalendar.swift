/// Assigns moments to the learner's days, which begin at a set hour in a time zone.
package struct ReviewCalendar: Sendable {
    private let rollover: Int64
    private let zone: Zone

    package enum Zone: Sendable {
        case fixed(milliseconds: Int64)
        /// A zone with transitions, whose offset in milliseconds depends on the second since 1970.
        case varying(offset: @Sendable (_ second: Int64) -> Int64)
    }

    private static let second: Int64 = 1_000
    private static let quarter: Int64 = 900_000
    private static let hour: Int64 = 3_600_000

    /// - Parameter hour: At which each day begins, from 0 to 23.
    package init(daysBeginAt hour: Int, in zone: Zone) {
        rollover = Int64(hour) * Self.hour
        self.zone = zone
    }

    /// Returns days since 1970; looks the zone's offset up once per quarter of an hour, which no transition divides.
    package func days() -> (_ moment: Int64) -> Int32 {
        switch zone {
        case .fixed(let offset): return { day(of: $0, offset) }
        case .varying(let offsetAt):
            var known = Int64.min
            var offset: Int64 = 0
            return { moment in
                let quarter = moment.floor(Self.quarter)
                if quarter != known {
                    known = quarter
                    offset = offsetAt(moment.floor(Self.second))
                }
                return day(of: moment, offset)
            }
        }
    }

    private func day(of moment: Int64, _ offset: Int64) -> Int32 {
        // Clamped far beyond every calendar, so that the sum cannot overflow.
        let moment = min(max(moment, -1 << 60), 1 << 60)
        return Int32(clamping: (moment + offset - rollover).floor(24 * Self.hour))
    }
}

extension Int64 {
    /// The quotient, rounded down.
    fileprivate func floor(_ unit: Int64) -> Int64 {
        self / unit - (self % unit < 0 ? 1 : 0)
    }
}
