import CSodium

/// Makes libsodium ready, once, before its first use.
enum Sodium {
    static let isReady: Void = {
        // It fails only where the system has no source of chance; nothing secret can be made there.
        precondition(sodium_init() >= 0, "libsodium finds no source of randomness")
    }()
}
