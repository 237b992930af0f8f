/// Why a text cannot be read as a review log: what is wrong, and in which line.
package struct ReviewLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    package let line: Int
    /// What is wrong with it.
    package let reason: String

    /// One plain line that says what is wrong and where.
    package var description: String { "line \(line): \(reason)" }
}
