/// Why a text cannot be read as a review log: what is wrong, and in which line.
public struct ReviewLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: String

    /// One plain line that says what is wrong and where.
    public var description: String { "line \(line): \(reason)" }
}
