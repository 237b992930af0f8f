internal import Sodium

/// A browser's response when a passkey has signed.
package struct PasskeyAssertion: Sendable {
    package var credential: [UInt8]
    package var clientData: [UInt8]
    package var authenticatorData: [UInt8]
    /// The signature over both.
    package var signature: [UInt8]

    package init(
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

    /// Verifies the assertion, uses up its challenge, and returns the passkey's signature counter.
    package func check(
        _ passkey: Passkey,
        at relyingParty: RelyingParty,
        answering challenges: PasskeyChallenges,
        for purpose: PasskeyChallenges.Purpose
    ) throws(PasskeyError) -> UInt32 {
        var answered: [UInt8] = []
        let count = try check(passkey, by: PasskeyRules(relyingParty: relyingParty)) { challenge in
            answered = challenge
            return challenges.isOpen(challenge, for: purpose)
        }
        guard challenges.spend(answered) else { throw .otherChallenge }
        return count
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
        // Many passkeys do not count and always report 0.
        let count = authenticator.signCount
        guard count == 0 && passkey.signCount == 0 || count > passkey.signCount else {
            throw .cloned
        }
        return count
    }
}
