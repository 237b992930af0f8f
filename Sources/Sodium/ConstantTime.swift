import CSodium

/// Comparisons in constant time, so that their duration does not reveal secrets.
package enum ConstantTime {
    /// Whether two secrets are equal; only their lengths affect the duration.
    package static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>)
        -> Bool
    {
        let left = [UInt8](left)
        let right = [UInt8](right)
        return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
