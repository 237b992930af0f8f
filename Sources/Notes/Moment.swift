/// A moment in time, in milliseconds since 1970 UTC.
public struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 UTC.
    public let milliseconds: Int64

    /// The moment so many milliseconds after 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// By number.
    public static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Moment: Codable {
    /// A bare number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(milliseconds: try container.decode(Int64.self))
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
