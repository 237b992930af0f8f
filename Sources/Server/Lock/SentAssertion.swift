import Vault

/// The assertion of a passkey as scripts send it, with its bytes in base64url as WebAuthn writes them.
struct SentAssertion: Decodable {
    private let id: String
    private let clientDataJSON: String
    private let authenticatorData: String
    private let signature: String
    private let prf: String?

    init?(json bytes: [UInt8]) {
        guard let sent = try? parseJSON(bytes, orRefuse: "") as SentAssertion else { return nil }
        self = sent
    }

    var assertion: PasskeyAssertion? {
        guard let id = Base64URL.bytes(of: id),
            let clientData = Base64URL.bytes(of: clientDataJSON),
            let authenticatorData = Base64URL.bytes(of: authenticatorData),
            let signature = Base64URL.bytes(of: signature)
        else { return nil }
        return PasskeyAssertion(
            credential: id,
            clientData: clientData,
            authenticatorData: authenticatorData,
            signature: signature
        )
    }

    /// What the passkey derived from its salt.
    var secret: PasskeySecret? {
        guard var derived = prf.flatMap({ Base64URL.bytes(of: $0) }) else { return nil }
        return PasskeySecret(taking: &derived)
    }
}
