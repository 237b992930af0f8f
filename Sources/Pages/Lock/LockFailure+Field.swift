internal import Vault

extension LockFailure {
    /// The field beside which the failure is shown; nil for above the form.
    var field: LockEvent.Means? {
        switch self {
        case .vault(.wrongPassphrase): .passphrase
        case .vault(.wrongRecoveryCode), .vault(.misspelledRecoveryCode): .recovery
        default: nil
        }
    }

    /// Whether no key can unlock the library before something else is done.
    var isFinal: Bool {
        switch self {
        case .vault(.keysMissing), .vault(.keysDamaged), .vault(.keysOfAnotherLibrary),
            .vault(.fileDamaged), .vault(.newerVersion):
            true
        default: false
        }
    }
}
