/// Why what a browser sent of a passkey was refused.
public enum PasskeyError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// It is not what a browser sends.
    case malformed
    /// It was made to enrol where it should unlock, or the other way round.
    case otherPurpose
    /// Nobody asked for it, or it was used already, or it took too long.
    case otherChallenge
    /// It was made on a page of another site.
    case otherOrigin
    /// It was made in a frame of another site's page.
    case crossOrigin
    /// Its passkey belongs to another site.
    case otherRelyingParty
    /// It is of a passkey that opens no slot here.
    case otherCredential
    /// Nobody touched the authenticator.
    case notPresent
    /// The authenticator did not make sure who touched it.
    case notVerified
    /// What it says of itself cannot be.
    case impossible
    /// It is signed by a kind of key that is not known here.
    case unknownAlgorithm
    /// It was not signed by the passkey, or was changed since.
    case wrongSignature
    /// It has signed less often than it did before: there are two of them.
    case cloned
    /// The authenticator cannot make secrets (PRF), so it cannot unlock a library.
    case withoutSecret

    /// What happened and what to do, in a sentence or two.
    public var description: String {
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
