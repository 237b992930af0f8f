internal import Sodium

extension KeyRing {
    private static let mark = Array("Omena keys".utf8) + [0, 0, 0, 0, 0, 0]
    private static let version: UInt32 = 1

    /// Parses a key file; throws if any bit has changed.
    package init(_ bytes: [UInt8], path: String) throws(VaultError) {
        guard bytes.count <= Self.maximumSize, bytes.count > Digest.size,
            bytes.starts(with: Self.mark)
        else { throw .keysDamaged(path: path) }
        let body = bytes.dropLast(Digest.size)
        guard Digest(of: body).bytes == Array(bytes.suffix(Digest.size)) else {
            throw .keysDamaged(path: path)
        }
        try self.init(body: body, path: path)
    }

    /// Parses a key file without the digest at its end, which a fuzzer would never guess.
    init(body: some Collection<UInt8>, path: String) throws(VaultError) {
        guard body.starts(with: Self.mark) else { throw .keysDamaged(path: path) }
        var reader = ByteReader(body.dropFirst(Self.mark.count))
        guard let version = try? reader.number(UInt32.self) else { throw .keysDamaged(path: path) }
        guard version == Self.version else { throw .newerVersion(path: path) }
        guard let ring = try? Self(from: &reader), reader.isAtEnd else {
            throw .keysDamaged(path: path)
        }
        self = ring
    }

    /// The contents of the file, followed by their digest.
    package var bytes: [UInt8] {
        let body = sealedBytes + seal
        return body + Digest(of: body).bytes
    }

    /// Proves that the writer of the ring had the library's key.
    func seal(under key: VaultKey) -> [UInt8] {
        Digest.keyed(key.key(for: .ring), of: sealedBytes)
    }

    private var sealedBytes: [UInt8] {
        var bytes = Self.mark
        bytes.append(number: Self.version)
        bytes += vault.bytes
        bytes.append(number: UInt8(slots.count))
        for slot in slots { slot.append(to: &bytes) }
        bytes.append(number: UInt8(earlier.count))
        for vault in earlier { bytes += vault.bytes }
        bytes.append(number: UInt32(labels.count))
        return bytes + labels
    }

    private init?(from reader: inout ByteReader) throws(ByteReader.Ended) {
        guard let vault = VaultID(bytes: try reader.bytes(VaultID.size)) else { return nil }
        let count = Int(try reader.number(UInt8.self))
        guard (1...Self.maximumSlots).contains(count) else { return nil }
        var slots: [KeySlot] = []
        for _ in 0..<count {
            guard let slot = try KeySlot(from: &reader),
                !slots.contains(where: { $0.id == slot.id })
            else { return nil }
            slots.append(slot)
        }
        var earlier: [VaultID] = []
        for _ in 0..<(try reader.number(UInt8.self)) {
            guard let vault = VaultID(bytes: try reader.bytes(VaultID.size)) else { return nil }
            earlier.append(vault)
        }
        let size = Int(try reader.number(UInt32.self))
        guard size <= Self.maximumLabels else { return nil }
        let labels = try reader.bytes(size)
        self.init(
            vault: vault,
            slots: slots,
            earlier: earlier,
            labels: labels,
            seal: try reader.bytes(Digest.size)
        )
    }
}
