internal import Recall

/// A point in time, in milliseconds since 1970 UTC.
///
/// It is always one of `DayBoundary.moments`, so that no sum of a moment and a period of time overflows.
package struct Moment: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    /// Limits the number to the moments that calendars have dates for.
    package init(milliseconds: Int64) { self.milliseconds = DayBoundary.clamped(milliseconds) }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Moment: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(milliseconds: try Int64(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws { try milliseconds.encode(to: encoder) }
}
