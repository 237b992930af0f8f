internal import Sodium

/// What has to hold of everything that a passkey signs, whether it enrols or unlocks (WebAuthn Level 3, section 7).
struct PasskeyRules {
    let relyingParty: RelyingParty
    /// Whether the authenticator has to make sure who touches it; always, but for the standard's own examples.
    var needsVerification = true

    /// Checks what the browser says, and takes the challenge: it works once, whatever comes of the rest.
    func check(
        _ client: ClientData,
        for purpose: PasskeyChallenges.Purpose,
        isOpen: ([UInt8]) -> Bool
    ) throws(PasskeyError) {
        let isOpen = isOpen(client.challenge)
        guard client.purpose == purpose.rawValue else { throw .otherPurpose }
        guard isOpen else { throw .otherChallenge }
        guard client.origin == relyingParty.origin else { throw .otherOrigin }
        guard !client.isCrossOrigin else { throw .crossOrigin }
    }

    /// Checks what the authenticator says.
    func check(_ authenticator: AuthenticatorData) throws(PasskeyError) {
        let hash = Digest(of: Array(relyingParty.id.utf8)).bytes
        guard authenticator.relyingPartyHash == hash else { throw .otherRelyingParty }
        guard authenticator.isPresent else { throw .notPresent }
        guard authenticator.isVerified || !needsVerification else { throw .notVerified }
    }
}
