internal import Sodium

/// Knows which keys and which sealed files belong together; drawn when a library is sealed.
public struct VaultID: Hashable, Sendable {
    /// The 16 bytes.
    public let bytes: [UInt8]

    static let size = 16

    init() { bytes = SecureGenerator.bytes(count: Self.size) }

    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = [UInt8](bytes)
    }
}
