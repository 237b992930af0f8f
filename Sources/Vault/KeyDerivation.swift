internal import CCrypto
internal import Sodium

/// Derives a key for one purpose from a secret: HKDF with SHA-256 (RFC 5869).
enum KeyDerivation {
    static func key(
        of secret: SecretBytes,
        salt: [UInt8] = [],
        info: [UInt8],
        count: Int = Envelope.keySize
    ) -> SecretBytes {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else {
            preconditionFailure("OpenSSL has no HKDF")
        }
        defer { EVP_PKEY_CTX_free(context) }
        return SecretBytes(count: count) { buffer in
            var length = count
            let isDerived = secret.withPointer { octets in
                EVP_PKEY_derive_init(context) == 1
                    && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
                    && EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1
                    && EVP_PKEY_CTX_set1_hkdf_key(context, octets, Int32(secret.count)) == 1
                    && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1
                    && EVP_PKEY_derive(context, buffer, &length) == 1
            }
            precondition(isDerived && length == count, "OpenSSL derives no key")
        }
    }
}
