/// A browser's response when a passkey has been created.
package struct PasskeyRegistration: Sendable {
    package var clientData: [UInt8]
    /// The attestation object, which contains the new key.
    package var attestation: [UInt8]

    /// An upper bound of the size of an attestation with its certificates.
    static let maximumSize = 64 << 10

    /// The supported signature algorithms by their COSE numbers, in order of preference.
    package static let algorithms = PasskeyPublicKey.Algorithm.allCases.map(\.rawValue)

    package init(clientData: [UInt8], attestation: [UInt8]) {
        self.clientData = clientData
        self.attestation = attestation
    }

    /// Verifies the registration and returns the new passkey.
    ///
    /// The attestation statement is not verified, because a learner may use any authenticator.
    ///
    /// - Parameter salt: The salt from which the authenticator derives the secret.
    package func passkey(
        at relyingParty: RelyingParty,
        answering challenges: PasskeyChallenges,
        salt: [UInt8]
    ) throws(PasskeyError) -> Passkey {
        var answered: [UInt8] = []
        let rules = PasskeyRules(relyingParty: relyingParty)
        let passkey = try passkey(by: rules, salt: salt) { challenge in
            answered = challenge
            return challenges.isOpen(challenge, for: .enrolment)
        }
        guard challenges.spend(answered) else { throw .otherChallenge }
        return passkey
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
        // Rejects a key whose signatures could not be verified.
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
