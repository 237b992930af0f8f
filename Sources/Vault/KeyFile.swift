internal import Sodium

/// The small file beside a library that holds its key ring.
public struct KeyFile: Sendable {
    /// Where it lies.
    public let path: String

    /// The file that belongs to the library at `path`.
    public init(ofLibrary path: String) { self.path = path + "-keys" }

    /// Reads the ring, and sees that it belongs to the sealed file it lies beside.
    public func read(for vault: VaultID?) throws(VaultError) -> KeyRing {
        guard let bytes = try WholeFile.read(path, limit: KeyRing.maximumSize + 1) else {
            throw .keysMissing(path: path)
        }
        let ring = try KeyRing(bytes, path: path)
        guard vault.map({ $0 == ring.vault || ring.earlier.contains($0) }) != false else {
            throw .keysOfAnotherLibrary(path: path)
        }
        return ring
    }

    /// Puts a ring in the place of what is there: whenever power is lost, the old one is there or the new one.
    public func write(_ ring: KeyRing) throws(VaultError) {
        try WholeFile.write(ring.bytes, to: path)
    }
}
