import CSodium

/// Authenticated encryption of secrets with associated data.
///
/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), whose nonces are long enough to be random.
package enum Envelope {
    /// The size of a key in bytes.
    package static let keySize = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    /// How many bytes an envelope is larger than its content.
    package static let overhead = nonceSize + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)

    /// Encrypts a secret; the result begins with the nonce.
    ///
    /// - Parameter context: Associated data, which must be the same when the envelope is opened.
    package static func close(
        _ secret: SecretBytes,
        under key: SecretBytes,
        context: [UInt8]
    ) -> [UInt8] {
        precondition(key.count == keySize)
        let nonce = SecureGenerator.bytes(count: nonceSize)
        var sealed = [UInt8](repeating: 0, count: secret.count + overhead - nonceSize)
        secret.withPointer { plain in
            key.withPointer { key in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed,
                    nil,
                    plain,
                    UInt64(secret.count),
                    context,
                    UInt64(context.count),
                    nil,
                    nonce,
                    key
                )
            }
        }
        return nonce + sealed
    }

    /// Decrypts an envelope; nil if the key, the context or any bit is wrong.
    package static func open(
        _ envelope: some Collection<UInt8>,
        under key: SecretBytes,
        context: [UInt8]
    ) -> SecretBytes? {
        precondition(key.count == keySize)
        guard envelope.count >= overhead else { return nil }
        let nonce = [UInt8](envelope.prefix(nonceSize))
        let sealed = [UInt8](envelope.dropFirst(nonceSize))
        return try? SecretBytes(count: envelope.count - overhead) { buffer in
            let code = key.withPointer { key in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    buffer,
                    nil,
                    nil,
                    sealed,
                    UInt64(sealed.count),
                    context,
                    UInt64(context.count),
                    nonce,
                    key
                )
            }
            guard code == 0 else { throw Altered() }
        }
    }

    private struct Altered: Error {}
}
