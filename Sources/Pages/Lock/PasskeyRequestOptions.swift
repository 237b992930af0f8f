package import Vault

/// What a browser passes to its authenticators to have a challenge signed.
///
/// As JSON it is WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. The salts of PRF, from which passkeys derive their
/// secrets, are not in it, because anybody may have it.
package struct PasskeyRequestOptions: Encodable, Hashable, Sendable {
    private let challenge: String
    private let rpId: String
    private let timeout: Int
    private let userVerification = "required"
    private let allowCredentials: [Credential]

    private struct Credential: Encodable, Hashable {
        let type = "public-key"
        let id: String
    }

    /// For any passkey that the device finds for the site.
    package init(_ challenge: [UInt8], at relyingParty: RelyingParty) {
        self.challenge = Base64URL.text(of: challenge)
        rpId = relyingParty.id
        timeout = Int(PasskeyChallenges.lifetime)
        allowCredentials = []
    }

    /// Nil where no passkeys are given.
    package init?(_ challenge: [UInt8], at relyingParty: RelyingParty, of passkeys: [Passkey]) {
        guard !passkeys.isEmpty else { return nil }
        self.challenge = Base64URL.text(of: challenge)
        rpId = relyingParty.id
        timeout = Int(PasskeyChallenges.lifetime)
        allowCredentials = passkeys.map { Credential(id: Base64URL.text(of: $0.credential)) }
    }
}
