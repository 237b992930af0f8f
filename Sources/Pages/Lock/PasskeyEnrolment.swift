package import Vault

/// What a script hands to the browser so that an authenticator makes a new passkey, and its secret with it (PRF).
package struct PasskeyEnrolment: Encodable, Sendable {
    private let challenge: String
    private let rp: Site
    private let user: User
    private let algorithms = PasskeyRegistration.algorithms
    private let exclude: [String]
    private let salt: String

    private struct Site: Encodable {
        let id: String
        let name = "Omena"
    }

    private struct User: Encodable {
        let id: String
        let name: String
        let displayName: String
    }

    /// - Parameters:
    ///   - challenge: What it has to sign.
    ///   - relyingParty: Where it is going to work.
    ///   - user: What authenticators know it by.
    ///   - name: What they call it before a person.
    ///   - known: The passkeys that are there; a device that has one of them makes no other.
    ///   - salt: What it is to make a secret of.
    package init(
        _ challenge: [UInt8],
        at relyingParty: RelyingParty,
        user: [UInt8],
        named name: String,
        excluding known: [Passkey],
        salt: [UInt8]
    ) {
        self.challenge = Base64URL.text(of: challenge)
        rp = Site(id: relyingParty.id)
        self.user = User(id: Base64URL.text(of: user), name: name, displayName: name)
        exclude = known.map { Base64URL.text(of: $0.credential) }
        self.salt = Base64URL.text(of: salt)
    }
}
