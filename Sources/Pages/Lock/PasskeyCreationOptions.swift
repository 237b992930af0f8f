package import Vault

/// What the page's script passes to the browser to create a passkey and, with the PRF extension, its secret.
package struct PasskeyCreationOptions: Encodable, Sendable {
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
    ///   - challenge: What the authenticator signs.
    ///   - relyingParty: The site at which the passkey will work.
    ///   - user: The user handle, by which authenticators identify the library.
    ///   - name: What authenticators show to a person.
    ///   - known: The library's passkeys; an authenticator that stores one of them creates no other.
    ///   - salt: The PRF input from which the authenticator derives the secret.
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
