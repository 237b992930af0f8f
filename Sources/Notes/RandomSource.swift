/// Draws the random bits of new identifiers: from the system, except in tests that have to repeat.
///
/// Copies draw from the same source.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// - Parameter draw: Returns 64 random bits, on any thread.
    package init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    package static let system = RandomSource { UInt64.random(in: .min ... .max) }

    package func next() -> UInt64 { draw() }
}
