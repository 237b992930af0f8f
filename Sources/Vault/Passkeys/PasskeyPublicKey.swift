internal import CCrypto

/// The public key of a passkey, parsed from COSE (RFC 9053).
struct PasskeyPublicKey {
    /// The supported signature algorithms by their COSE numbers, in order of preference.
    enum Algorithm: Int64, CaseIterable {
        case es256 = -7
        case edDSA = -8
        case rs256 = -257
    }

    let algorithm: Algorithm
    /// The key as a SubjectPublicKeyInfo (X.509).
    private let info: [UInt8]

    init(_ bytes: some Collection<UInt8>) throws(PasskeyError) {
        guard let key = try? CBOR(bytes) else { throw .malformed }
        guard let type = key[1]?.integer, let number = key[3]?.integer else { throw .malformed }
        guard let algorithm = Algorithm(rawValue: number) else { throw .unknownAlgorithm }
        self.algorithm = algorithm
        switch (algorithm, type) {
        case (.es256, 2):
            guard key[-1]?.integer == 1, let x = key[-2]?.byteString, x.count == 32,
                let y = key[-3]?.byteString, y.count == 32
            else { throw .malformed }
            info = Self.curveStart + [4] + x + y
        case (.edDSA, 1):
            guard key[-1]?.integer == 6, let x = key[-2]?.byteString, x.count == 32 else {
                throw .malformed
            }
            info = Self.edwardsStart + x
        case (.rs256, 3):
            guard let modulus = key[-1]?.byteString, let exponent = key[-2]?.byteString,
                (256...1024).contains(modulus.count), modulus.first != 0,
                (1...4).contains(exponent.count), exponent.last.map({ $0 & 1 == 1 }) == true
            else { throw .malformed }
            let key = DER.sequence([DER.integer(modulus), DER.integer(exponent)])
            info = DER.sequence([Self.rsaName, DER.bits(key)])
        default: throw .malformed
        }
        // Rejects points that are not on the curve before the key is stored.
        guard withKey({ _ in true }) == true else { throw .malformed }
    }

    func hasSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
        withKey { key in
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            // Ed25519 includes hashing.
            let digest = algorithm == .edDSA ? nil : EVP_sha256()
            return EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
                && EVP_DigestVerify(
                    context,
                    signature,
                    signature.count,
                    message,
                    message.count
                ) == 1
        } ?? false
    }

    private func withKey<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        info.withUnsafeBufferPointer { info in
            var start = info.baseAddress
            guard let key = d2i_PUBKEY(nil, &start, info.count) else {
                // Otherwise the error would stay in OpenSSL's queue.
                ERR_clear_error()
                return nil
            }
            defer { EVP_PKEY_free(key) }
            return body(key)
        }
    }

    /// The DER prefix of a P-256 key, up to its point.
    private static let curveStart: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    /// The DER prefix of an Ed25519 key.
    private static let edwardsStart: [UInt8] = [
        0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    /// The algorithm identifier of RSA.
    private static let rsaName: [UInt8] = [
        0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
}

/// The part of DER (X.690) that RSA keys need.
private enum DER {
    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, Array(parts.joined())) }

    static func bits(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }

    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        // A set highest bit would make it negative.
        value(0x02, bytes.first.map { $0 & 0x80 != 0 } == true ? [0] + bytes : bytes)
    }

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            switch count {
            case ..<0x80: [UInt8(count)]
            case ..<0x100: [0x81, UInt8(count)]
            default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
            }
        return [tag] + length + content
    }
}
