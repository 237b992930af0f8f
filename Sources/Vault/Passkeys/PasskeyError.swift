package import Languages

/// Why a passkey's response was rejected.
///
/// The raw values are the identifiers that scripts use.
package enum PasskeyError: String, Error, CaseIterable, CustomStringConvertible {
    case malformed
    /// It was made for enrolling instead of unlocking, or the reverse.
    case otherPurpose
    /// The challenge is unknown, already used or expired.
    case otherChallenge
    /// It comes from a page of another site.
    case otherOrigin
    /// It comes from a frame in another site's page.
    case crossOrigin
    /// The passkey belongs to another site.
    case otherRelyingParty
    /// The passkey opens no slot.
    case otherCredential
    /// The authenticator did not test for user presence.
    case notPresent
    /// The authenticator did not verify the user.
    case notVerified
    /// Its data is contradictory.
    case impossible
    /// Its signature algorithm is not supported.
    case unknownAlgorithm
    case wrongSignature
    /// The signature counter did not increase, so the passkey has been cloned.
    case cloned
    /// The authenticator does not support PRF, so it cannot unlock a library.
    case withoutSecret

    package var description: String { words.description }

    /// What happened and what to do now.
    package var words: Phrase {
        switch self {
        case .malformed, .otherPurpose, .impossible, .wrongSignature:
            "This passkey couldn’t be verified. Try again, or unlock another way."
        case .otherChallenge: "That took too long. Try again."
        case .otherOrigin, .crossOrigin, .otherRelyingParty:
            "This passkey belongs to another address. Open Omena at the address where you added it."
        case .otherCredential: "This passkey doesn’t open this library. Choose another."
        case .notPresent, .notVerified:
            "Your device didn’t verify you. Set up a PIN, fingerprint or face unlock on it, then try again."
        case .unknownAlgorithm: "This kind of passkey isn’t supported. Choose another."
        case .cloned:
            "This passkey seems to have been copied. Unlock another way, then remove it in Settings."
        case .withoutSecret:
            "This device can verify you, but can’t store a key for Omena. Use another device or a passphrase."
        }
    }
}
