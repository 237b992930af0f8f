import FoundationEssentials

/// How many cases a property is held to.
enum Cases {
    /// Enough to find what is wrong; millions with `OMENA_SOAK=1`.
    static let count =
        ProcessInfo.processInfo.environment["OMENA_SOAK"] == "1" ? 5_000_000 : 30_000
}
