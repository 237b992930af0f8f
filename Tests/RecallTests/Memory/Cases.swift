import FoundationEssentials

/// The number of random cases to which a property is applied.
enum Cases {
    /// Millions with `OMENA_SOAK=1`.
    static let count =
        ProcessInfo.processInfo.environment["OMENA_SOAK"] == "1" ? 5_000_000 : 30_000
}
