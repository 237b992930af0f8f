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

    package var description: String {
        switch self {
        case .malformed, .otherPurpose, .impossible:
            "The browser sent something that is no passkey; try again."
        case .otherChallenge: "That took too long; try again."
        case .otherOrigin, .crossOrigin, .otherRelyingParty:
            "This passkey was used at another address; open Omena where it was added."
        case .otherCredential: "This passkey does not open this library; choose another."
        case .notPresent, .notVerified:
            "Your device did not ask who you are; set up a PIN, a finger or your face on it, and try again."
        case .unknownAlgorithm: "This kind of passkey is not known here; choose another."
        case .wrongSignature: "This passkey could not be checked; try again, or unlock another way."
        case .cloned:
            "This passkey seems to have been copied; unlock another way, and remove it in the settings."
        case .withoutSecret:
            "This device can say who you are but cannot keep a key; choose another, or a passphrase."
        }
    }
}
