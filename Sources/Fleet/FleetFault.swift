#if OMENA_TESTING
    internal import Glibc
#endif

/// A rule that is broken to see that tests notice, in builds for tests only.
enum FleetFault {
    /// Whether a slot that another has written is overwritten.
    #if OMENA_TESTING
        static let isUnfenced =
            getenv("OMENA_FLEET_FAULT")
            .map { String(cString: $0) } == "unfenced"
    #else
        static var isUnfenced: Bool { false }
    #endif
}
