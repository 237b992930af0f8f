/// The file beside a library that holds its key ring.
package struct KeyFile: Sendable {
    package let path: String

    package init(ofLibrary path: String) { self.path = path + "-keys" }

    /// Reads the ring; throws if it does not belong to the sealed file with the given id.
    package func read(for vault: VaultID?) throws(VaultError) -> KeyRing {
        guard let bytes = try AtomicFile.read(path, limit: KeyRing.maximumSize + 1) else {
            throw .keysMissing(path: path)
        }
        let ring = try KeyRing(bytes, path: path)
        guard vault.map({ $0 == ring.vault || ring.earlier.contains($0) }) != false else {
            throw .keysOfAnotherLibrary(path: path)
        }
        return ring
    }

    /// Replaces the file atomically: after a power failure it is either the old or the new one.
    package func write(_ ring: KeyRing) throws(VaultError) {
        try AtomicFile.write(ring.bytes, to: path)
    }
}
