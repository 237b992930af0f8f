internal import Sodium

/// Identifies the keys and sealed files that belong together; random, and created when a library is sealed.
package struct VaultID: Hashable, Sendable {
    package let bytes: [UInt8]

    static let size = 16

    init() { bytes = SecureGenerator.bytes(count: Self.size) }

    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = [UInt8](bytes)
    }
}
