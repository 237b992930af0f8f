/// What somebody shows to have a library unlocked.
public enum UnlockAttempt: Sendable {
    /// Words that somebody has in mind.
    case passphrase(Passphrase)
    /// A code from paper.
    case recovery(RecoveryCode)
    /// What a passkey signed, and what it made of its salt.
    case passkey(PasskeyAssertion, PasskeySecret, at: RelyingParty)

    var means: LockEvent.Means {
        switch self {
        case .passphrase: .passphrase
        case .recovery: .recovery
        case .passkey: .passkey
        }
    }

    /// Whether it is something that could be guessed at, so that failing makes the next try wait.
    ///
    /// A passkey's answer cannot: nobody who has none keeps out those who have one.
    var isGuessable: Bool { means != .passkey }
}
