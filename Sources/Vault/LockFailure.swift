package import Languages

/// Why a library could not be unlocked.
package enum LockFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A problem with the key, its file or the library's file.
    case vault(VaultError)
    /// A problem with a passkey's response.
    case passkey(PasskeyError)
    /// Too many attempts failed; the next is allowed after `wait` seconds.
    case tooManyTries(wait: Int)
    /// No passphrase or code was given.
    case nothingGiven
    /// Another attempt is in progress.
    case busy
    /// Work on the library's files was interrupted.
    case unfinished(UnfinishedWork)

    /// The identifier that scripts use.
    package var code: String {
        switch self {
        case .vault(let error): error.code
        case .passkey(let error): error.rawValue
        case .tooManyTries: "tooManyTries"
        case .nothingGiven: "nothingGiven"
        case .busy: "busy"
        case .unfinished: "unfinished"
        }
    }

    /// After how many seconds to try again; nil if waiting does not help.
    package var wait: Int? {
        switch self {
        case .tooManyTries(let wait): wait
        case .busy: 1
        default: nil
        }
    }

    /// Whether another key may work, so that the page should ask again.
    package var isOfKey: Bool {
        switch self {
        case .vault(let error):
            switch error {
            case .wrongPassphrase, .wrongRecoveryCode, .wrongPasskey, .misspelledRecoveryCode: true
            default: false
            }
        case .passkey, .nothingGiven: true
        case .tooManyTries, .busy, .unfinished: false
        }
    }

    package var description: String { words.description }

    /// What happened and what to do now.
    package var words: Phrase {
        switch self {
        case .vault(let error): error.words
        case .passkey(let error): error.words
        case .tooManyTries(let wait) where wait < 60:
            "Too many failed attempts. Wait \(wait) seconds, then try again."
        case .tooManyTries(let wait):
            "Too many failed attempts. Wait \((wait + 59) / 60) minutes, then try again."
        case .nothingGiven: "Enter this library’s passphrase or recovery code."
        case .busy: "Another key is being checked. Wait a moment, then try again."
        case .unfinished(let work): work.words
        }
    }
}

extension VaultError {
    /// The case's name without associated values.
    var code: String {
        switch self {
        case .wrongPassphrase: "wrongPassphrase"
        case .wrongRecoveryCode: "wrongRecoveryCode"
        case .wrongPasskey: "wrongPasskey"
        case .misspelledRecoveryCode: "misspelledRecoveryCode"
        case .noMemory: "noMemory"
        case .keysMissing: "keysMissing"
        case .keysDamaged: "keysDamaged"
        case .keysOfAnotherLibrary: "keysOfAnotherLibrary"
        case .fileDamaged: "fileDamaged"
        case .newerVersion: "newerVersion"
        case .notSealed: "notSealed"
        case .lastSlot: "lastSlot"
        case .tooManySlots: "tooManySlots"
        case .noSuchSlot: "noSuchSlot"
        case .disk: "disk"
        }
    }
}
