package import Vault

/// What a browser passes to its authenticators to unlock a library.
///
/// As JSON it is WebAuthn's `PublicKeyCredentialRequestOptionsJSON`, with the PRF extension, which derives the secret.
package struct PasskeyRequestOptions: Encodable, Sendable {
    private let challenge: String
    private let rpId: String
    private let timeout: Int
    private let userVerification = "required"
    private let allowCredentials: [Credential]
    private let extensions: Extensions

    private struct Credential: Encodable {
        let type = "public-key"
        let id: String
    }

    private struct Extensions: Encodable {
        let prf: PRF
    }

    private struct PRF: Encodable {
        let evalByCredential: [String: Input]
    }

    private struct Input: Encodable {
        let first: String
    }

    /// Nil where no passkeys are given.
    package init?(_ challenge: [UInt8], at relyingParty: RelyingParty, of passkeys: [Passkey]) {
        guard !passkeys.isEmpty else { return nil }
        self.challenge = Base64URL.text(of: challenge)
        rpId = relyingParty.id
        timeout = Int(PasskeyChallenges.lifetime)
        let names = passkeys.map { Base64URL.text(of: $0.credential) }
        allowCredentials = names.map { Credential(id: $0) }
        let inputs = zip(names, passkeys).map { ($0, Input(first: Base64URL.text(of: $1.salt))) }
        extensions = Extensions(
            prf: PRF(evalByCredential: Dictionary(inputs) { first, _ in first })
        )
    }
}
