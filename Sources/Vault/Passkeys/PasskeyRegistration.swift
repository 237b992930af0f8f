internal import Sodium

/// What a browser sends when a passkey has been made.
public struct PasskeyRegistration: Sendable {
    /// What the browser says.
    public var clientData: [UInt8]
    /// What the authenticator says, with the new key in it.
    public var attestation: [UInt8]

    /// More than any authenticator writes, its certificates included.
    static let maximumSize = 64 << 10

    /// The ways of signing that are taken, by COSE's numbers, the best first.
    public static let algorithms = PasskeyPublicKey.Algorithm.allCases.map(\.rawValue)

    /// Takes what came.
    public init(clientData: [UInt8], attestation: [UInt8]) {
        self.clientData = clientData
        self.attestation = attestation
    }

    /// The new passkey, if all that has to hold does.
    ///
    /// Who made the authenticator is not asked: a learner may choose any. So the statement about that is not looked at.
    ///
    /// - Parameter salt: What the authenticator was asked to make a secret of.
    public func passkey(
        at relyingParty: RelyingParty,
        answering challenges: PasskeyChallenges,
        salt: [UInt8],
        at moment: Int64
    ) throws(PasskeyError) -> Passkey {
        try passkey(by: PasskeyRules(relyingParty: relyingParty), salt: salt) { challenge in
            challenges.take(challenge, for: .enrolment, at: moment)
        }
    }

    func passkey(
        by rules: PasskeyRules,
        salt: [UInt8],
        isOpen: ([UInt8]) -> Bool
    ) throws(PasskeyError) -> Passkey {
        let client = try ClientData(clientData)
        try rules.check(client, for: .enrolment, isOpen: isOpen)
        guard attestation.count <= Self.maximumSize, let object = try? CBOR(attestation),
            let bytes = object[.text("authData")]?.byteString,
            case .text = object[.text("fmt")], case .map = object[.text("attStmt")]
        else { throw .malformed }
        let authenticator = try AuthenticatorData(bytes)
        try rules.check(authenticator)
        guard let credential = authenticator.credential else { throw .malformed }
        // One that could never be checked is not taken.
        _ = try PasskeyPublicKey(credential.publicKey)
        let passkey = Passkey(
            relyingParty: rules.relyingParty.id,
            credential: credential.id,
            publicKey: credential.publicKey,
            salt: salt,
            signCount: authenticator.signCount
        )
        guard let passkey else { throw .malformed }
        return passkey
    }
}
