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
        let container = try decoder.singleValueContainer()
        self.init(milliseconds: try container.decode(Int64.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
