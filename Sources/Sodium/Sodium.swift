import CSodium

/// Initializes libsodium once before its first use.
enum Sodium {
    static let isReady: Void = {
        // It fails only if the system has no source of randomness.
        precondition(sodium_init() >= 0, "libsodium finds no source of randomness")
    }()
}
