#if OMENA_TESTING
    internal import Glibc
#endif

/// A rule that is broken to see that tests notice, in builds for tests only.
enum SharingFault {
    /// Whether transactions are in the file before they are durable elsewhere.
    #if OMENA_TESTING
        static let isFileFirst =
            getenv("OMENA_FLEET_FAULT")
            .map { String(cString: $0) } == "commit-first"
    #else
        static var isFileFirst: Bool { false }
    #endif
}
