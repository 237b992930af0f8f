internal import CCrypto
internal import SQLite
internal import Sodium

/// AES-256-XTS (IEEE 1619) in sectors of 4096 bytes; the tweak is the sector number and the part of the database.
final class SectorSeal: SectorCipher {
    private let encryption: OpaquePointer
    private let decryption: OpaquePointer
    private let part: UInt64
    private let key: SecretBytes
    /// Only derived for the database, whose pages alone have checksums.
    private lazy var checksumKey = KeyDerivation.key(
        of: key,
        info: Array("omena 1 page checksums".utf8)
    )

    /// The size of a key in bytes: two keys of AES-256.
    static let keySize = 64

    /// Expands the key once for all sectors.
    init(key: SecretBytes, part: FilePart) {
        self.part = part.rawValue
        self.key = key
        (encryption, decryption) = (Self.context(key, 1), Self.context(key, 0))
    }

    deinit {
        // OpenSSL wipes them first.
        EVP_CIPHER_CTX_free(encryption)
        EVP_CIPHER_CTX_free(decryption)
    }

    func encrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {
        run(encryption, sectors, from: first)
    }

    func decrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {
        run(decryption, sectors, from: first)
    }

    func checksum(of content: UnsafeRawBufferPointer, page: UInt64) -> PageChecksum {
        let (low, high) = Digest.keyed(checksumKey, of: content, salt: page)
        return PageChecksum(low: low, high: high)
    }

    private static func context(_ key: SecretBytes, _ isEncrypting: Int32) -> OpaquePointer {
        precondition(key.count == keySize)
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("No memory is left") }
        let code = key.withPointer { key in
            EVP_CipherInit_ex(context, EVP_aes_256_xts(), nil, key, nil, isEncrypting)
        }
        precondition(code == 1, "OpenSSL has no AES-256-XTS")
        return context
    }

    private func run(
        _ context: OpaquePointer,
        _ sectors: UnsafeMutableRawBufferPointer,
        from first: UInt64
    ) {
        let size = SealedFiles.sectorSize
        for start in stride(from: 0, to: sectors.count, by: size) {
            let sector = UnsafeMutableRawBufferPointer(rebasing: sectors[start..<start + size])
            let tweak = [(first + UInt64(start / size)).littleEndian, part.littleEndian]
            Self.run(context, sector, tweak: tweak)
        }
    }

    /// Processes one XTS data unit in place.
    private static func run(
        _ context: OpaquePointer,
        _ unit: UnsafeMutableRawBufferPointer,
        tweak: [UInt64]
    ) {
        var count: Int32 = 0
        let isDone = tweak.withUnsafeBytes { tweak in
            EVP_CipherInit_ex(context, nil, nil, nil, tweak.octets, -1) == 1
                && EVP_CipherUpdate(context, unit.octets, &count, unit.octets, Int32(unit.count))
                    == 1
        }
        precondition(isDone && Int(count) == unit.count, "OpenSSL encrypts no sector")
    }

    /// Encrypts or decrypts a unit of at least 16 bytes; for the NIST test vectors.
    static func run(
        _ unit: [UInt8],
        key: [UInt8],
        tweak: [UInt64],
        isEncrypting: Bool
    ) -> [UInt8] {
        let context = context(SecretBytes(key), isEncrypting ? 1 : 0)
        defer { EVP_CIPHER_CTX_free(context) }
        var unit = unit
        unit.withUnsafeMutableBytes { run(context, $0, tweak: tweak) }
        return unit
    }
}

extension UnsafeRawBufferPointer {
    /// The start of the bytes for C functions.
    fileprivate var octets: UnsafePointer<UInt8>? {
        baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The start of the bytes for C functions.
    fileprivate var octets: UnsafeMutablePointer<UInt8>? {
        baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}
