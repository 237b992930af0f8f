package import Threads

/// How many bytes the pieces of learners have, as far as this node knows without counting them again.
///
/// A sync brings one picture after the other, each of which has to fit into the learner's quota. Only the node that holds a library stores
/// pieces of it, so it counts what it stores. What it doesn't know of, such as a closed account's files, is forgotten in a minute;
/// and so is a piece that is stored while they are being counted, which the number may lack.
package struct StoredSizes: Sendable {
    private struct Size {
        var bytes: Int
        let since: Instant
    }

    private var sizes: [LearnerID: Size] = [:]

    private static let memory = Duration.seconds(60)
    private static let mostLearners = 10_000

    package init() {}

    /// Nil if they have to be counted.
    package func size(for learner: LearnerID, at now: Instant) -> Int? {
        sizes[learner].flatMap { now < $0.since + Self.memory ? $0.bytes : nil }
    }

    /// Sets what was counted.
    package mutating func set(_ bytes: Int, for learner: LearnerID, at now: Instant) {
        if sizes.count >= Self.mostLearners { sizes = [:] }
        sizes[learner] = Size(bytes: bytes, since: now)
    }

    /// Adds a piece that is being stored.
    package mutating func add(_ bytes: Int, for learner: LearnerID) {
        sizes[learner]?.bytes += bytes
    }

    /// Forgets the size, because some pieces are deleted.
    package mutating func forget(_ learner: LearnerID) { sizes[learner] = nil }
}
