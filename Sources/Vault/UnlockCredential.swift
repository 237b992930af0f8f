/// What is presented to unlock a library.
package enum UnlockCredential: Sendable {
    case passphrase(Passphrase)
    case recovery(RecoveryCode)
    /// A passkey's signature and the secret it derived from its salt.
    case passkey(PasskeyAssertion, PasskeySecret, at: RelyingParty)

    var means: LockEvent.Means {
        switch self {
        case .passphrase: .passphrase
        case .recovery: .recovery
        case .passkey: .passkey
        }
    }

    /// Whether it could be guessed, so that failures delay the next attempt of whoever made them.
    ///
    /// A passkey's response and the 128 bits of a recovery code cannot, so that they are always tried.
    package var isGuessable: Bool { means == .passphrase }
}
