internal import Sodium

/// The header of a sealed file: the id of its library's keys, and its own key encrypted with the library's key.
struct SealedHeader: Equatable {
    static let size = 4096
    static let mark = Array("Omena sealed".utf8) + [0, 0, 0, 0]
    private static let version: UInt32 = 1

    let vault: VaultID
    private let envelope: [UInt8]

    /// Creates a header with a new key.
    init(under key: VaultKey) {
        vault = key.vault
        envelope = Envelope.close(
            SecretBytes(randomCount: SectorSeal.keySize),
            under: key.key(for: .files),
            context: Self.context(key.vault)
        )
    }

    init(_ bytes: some Collection<UInt8>, path: String) throws(VaultError) {
        guard bytes.starts(with: Self.mark) else { throw .notSealed(path: path) }
        guard bytes.count == Self.size else { throw .fileDamaged(path: path) }
        let body = bytes.dropLast(Digest.size)
        guard Digest(of: body).bytes == Array(bytes.suffix(Digest.size)) else {
            throw .fileDamaged(path: path)
        }
        var reader = ByteReader(body.dropFirst(Self.mark.count))
        guard let version = try? reader.number(UInt32.self),
            let id = try? reader.bytes(VaultID.size),
            let vault = VaultID(bytes: id),
            let envelope = try? reader.bytes(SectorSeal.keySize + Envelope.overhead)
        else { throw .fileDamaged(path: path) }
        guard version == Self.version else { throw .newerVersion(path: path) }
        self.vault = vault
        self.envelope = envelope
    }

    /// The file's key.
    func key(under key: VaultKey, path: String) throws(VaultError) -> SecretBytes {
        guard key.vault == vault else { throw .keysOfAnotherLibrary(path: path) }
        let context = Self.context(vault)
        guard let secret = Envelope.open(envelope, under: key.key(for: .files), context: context)
        else { throw .fileDamaged(path: path) }
        return secret
    }

    /// The contents of the file, followed by their digest.
    var bytes: [UInt8] {
        let used = Self.context(vault) + envelope
        let body = used + [UInt8](repeating: 0, count: Self.size - Digest.size - used.count)
        return body + Digest(of: body).bytes
    }

    private static func context(_ vault: VaultID) -> [UInt8] {
        var bytes = mark
        bytes.append(number: version)
        return bytes + vault.bytes
    }
}
