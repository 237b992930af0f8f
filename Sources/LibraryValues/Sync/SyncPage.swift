package import Notes

/// Facts with their values, compressed, as they travel from one replica to another.
package struct SyncPage: Hashable, Sendable {
    /// The most bytes of a page.
    package static let maximumSize = 4 << 20

    package var bytes: [UInt8]
    /// What its receiver holds then, if it held what the page was asked for.
    package var vector: SyncVector
    /// How many facts it has.
    package var facts: Int
    /// Whether nothing is left to send after it.
    package var isLast: Bool

    package init(bytes: [UInt8], vector: SyncVector, facts: Int, isLast: Bool) {
        self.bytes = bytes
        self.vector = vector
        self.facts = facts
        self.isLast = isLast
    }
}

/// What came of merging a page, or several.
package struct SyncOutcome: Hashable, Codable, Sendable {
    /// How many facts were new here.
    package var facts = 0
    /// How many of them are answers and other events.
    package var events = 0
    /// How many texts lost to a later edit, here or there, and can be put back for 90 days.
    package var overwritten = 0
    /// How many facts wait for something that has not come yet, or for a later version of the program.
    package var parked = 0
    package init() {}

    package static func += (left: inout SyncOutcome, right: SyncOutcome) {
        left.facts += right.facts
        left.events += right.events
        left.overwritten += right.overwritten
        left.parked = right.parked
    }
}
