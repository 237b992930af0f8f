internal import Sodium

/// The checks that registrations and assertions share (WebAuthn Level 3, section 7).
struct PasskeyRules {
    let relyingParty: RelyingParty
    /// Whether user verification is required; false only for the standard's test vectors.
    var needsVerification = true

    func check(
        _ client: ClientData,
        for purpose: PasskeyChallenges.Purpose,
        isOpen: ([UInt8]) -> Bool
    ) throws(PasskeyError) {
        guard client.purpose == purpose.type else { throw .otherPurpose }
        guard isOpen(client.challenge) else { throw .otherChallenge }
        guard client.origin == relyingParty.origin else { throw .otherOrigin }
        guard !client.isCrossOrigin else { throw .crossOrigin }
    }

    func check(_ authenticator: AuthenticatorData) throws(PasskeyError) {
        let hash = Digest(of: Array(relyingParty.id.utf8)).bytes
        guard authenticator.relyingPartyHash == hash else { throw .otherRelyingParty }
        guard authenticator.isPresent else { throw .notPresent }
        guard authenticator.isVerified || !needsVerification else { throw .notVerified }
    }
}
