import CSodium

/// Puts a secret under a key, so that whoever changes a bit of it, or of what it belongs to, is found out.
///
/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), whose nonces are long enough to be drawn at random.
public enum Envelope {
    /// How many bytes a key has.
    public static let keySize = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    /// How many bytes more an envelope has than what is in it.
    public static let overhead = nonceSize + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)

    /// Closes an envelope: a nonce, and the secret behind it.
    ///
    /// - Parameter context: What the secret belongs to; it has to be the same when the envelope is opened.
    public static func close(
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

    /// Opens an envelope; nil where the key or the context is another, or a bit is not as it was.
    public static func open(
        _ envelope: some Collection<UInt8>,
        under key: SecretBytes,
        context: [UInt8]
    ) -> SecretBytes? {
        precondition(key.count == keySize)
        guard envelope.count >= overhead else { return nil }
        let nonce = [UInt8](envelope.prefix(nonceSize))
        let sealed = [UInt8](envelope.dropFirst(nonceSize))
        return try? SecretBytes(count: envelope.count - overhead) { room in
            let code = key.withPointer { key in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    room,
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
