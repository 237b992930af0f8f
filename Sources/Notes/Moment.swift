/// A moment in time, in milliseconds since 1970 UTC.
public struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 UTC.
    public let milliseconds: Int64

    /// The moment so many milliseconds after 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
