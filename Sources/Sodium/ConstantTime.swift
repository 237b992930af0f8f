import CSodium

/// Comparisons that take the same time wherever two secrets differ, so that no clock gives them away.
public enum ConstantTime {
    /// Whether two secrets are the same; only their lengths show in the time it takes.
    public static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool
    {
        let left = [UInt8](left)
        let right = [UInt8](right)
        return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
