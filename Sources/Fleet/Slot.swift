/// A learner whose library is in a fleet: the number of the account, by which everything of a learner is stored.
package struct LearnerID: Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Whose pieces are those that belong to no learner alone, such as the decks of classes.
    package static let everybody = LearnerID(rawValue: 0)
}

/// One entry of a learner's log, which is written once and never changed.
package struct Slot: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// A node begins to hold the library; its slots have the claim's term.
        case claim
        /// The beginning of what a transaction has changed, which counts only with the rest of it.
        case part
        /// What a transaction has changed, or the end of it.
        case facts
        /// The library is another one from here on, whose file is stored.
        case snapshot
    }

    /// Counted from 1, without gaps.
    package var number: Int64
    /// Counts how often the library has changed its holder.
    package var term: Int64
    package var kind: Kind
    package var body: [UInt8]

    package init(number: Int64, term: Int64, kind: Kind, body: [UInt8]) {
        (self.number, self.term, self.kind, self.body) = (number, term, kind, body)
    }
}

/// Who holds a library.
package struct Holder: Hashable, Sendable {
    /// The node's name; empty if nobody does.
    package var node: String
    /// Counts how often the library was claimed.
    package var claim: Int64

    package init(node: String, claim: Int64) { (self.node, self.claim) = (node, claim) }
}

/// A copy of a library as it was after a slot.
package struct Snapshot: Hashable, Sendable {
    package var number: Int64
    /// The hash of the file, by which its pieces are found.
    package var digest: [UInt8]

    package init(number: Int64, digest: [UInt8]) { (self.number, self.digest) = (number, digest) }
}
