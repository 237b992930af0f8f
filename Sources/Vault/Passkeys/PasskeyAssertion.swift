internal import Sodium

/// What a browser sends when a passkey has signed.
public struct PasskeyAssertion: Sendable {
    /// Which passkey it was.
    public var credential: [UInt8]
    /// What the browser says.
    public var clientData: [UInt8]
    /// What the authenticator says.
    public var authenticatorData: [UInt8]
    /// The passkey's signature under both.
    public var signature: [UInt8]

    /// Takes what came.
    public init(
        credential: [UInt8],
        clientData: [UInt8],
        authenticatorData: [UInt8],
        signature: [UInt8]
    ) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
    }

    /// Checks all that has to hold, and returns how often the passkey has signed by now.
    public func check(
        _ passkey: Passkey,
        at relyingParty: RelyingParty,
        answering challenges: PasskeyChallenges,
        at moment: Int64
    ) throws(PasskeyError) -> UInt32 {
        try check(passkey, by: PasskeyRules(relyingParty: relyingParty)) { challenge in
            challenges.take(challenge, for: .unlocking, at: moment)
        }
    }

    func check(
        _ passkey: Passkey,
        by rules: PasskeyRules,
        isOpen: ([UInt8]) -> Bool
    ) throws(PasskeyError) -> UInt32 {
        let client = try ClientData(clientData)
        try rules.check(client, for: .unlocking, isOpen: isOpen)
        guard credential == passkey.credential else { throw .otherCredential }
        guard passkey.relyingParty == rules.relyingParty.id else { throw .otherRelyingParty }
        let authenticator = try AuthenticatorData(authenticatorData)
        try rules.check(authenticator)
        let key = try PasskeyPublicKey(passkey.publicKey)
        let message = authenticatorData + Digest(of: clientData).bytes
        guard key.hasSigned(message, signature) else { throw .wrongSignature }
        // Many do not count at all, and say 0 for ever.
        let count = authenticator.signCount
        guard count == 0 && passkey.signCount == 0 || count > passkey.signCount else {
            throw .cloned
        }
        return count
    }
}
