/// What a node does next to become the holder of a library: a decision without input and output.
///
/// The row of the holder is replaced only as it was read, so that one of several nodes becomes the holder. It is taken
/// from a dead node only after that node was marked as dead, so that it has no lease from then on, and
/// nobody reads there what is changed elsewhere.
package enum ClaimStep: Hashable, Sendable {
    /// The library is held by a node that may live.
    case elsewhere
    /// Mark this node as dead; then decide again.
    case markDead(String)
    /// Replace the row of the holder by this one.
    case take(Holder)

    /// - Parameters:
    ///   - holder: As it was read; nil if there is none yet.
    ///   - mayLive: Whether a node may have a valid lease.
    ///   - isMarkedDead: Whether a node has no lease and must begin anew to get one.
    package init(
        of node: String,
        after holder: Holder?,
        mayLive: (String) -> Bool,
        isMarkedDead: (String) -> Bool
    ) {
        if let other = holder?.node, other != node, !other.isEmpty {
            if mayLive(other) {
                self = .elsewhere
                return
            }
            if !isMarkedDead(other) {
                self = .markDead(other)
                return
            }
        }
        self = .take(Holder(node: node, claim: (holder?.claim ?? 0) + 1))
    }
}
