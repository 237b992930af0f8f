package import Languages
package import Vault

extension LockFailure {
    /// What happened and what to do now.
    package var words: Phrase {
        switch self {
        case .vault(let error): error.words
        case .passkey(let error): error.words
        case .tooManyTries(let wait) where wait < 60:
            "Too many tries failed. Wait \(wait) seconds, then try again."
        case .tooManyTries(let wait):
            "Too many tries failed. Wait \((wait + 59) / 60) minutes, then try again."
        case .nothingGiven: "Enter the passphrase or the recovery code of this library."
        case .busy: "Another key is being tried. Wait a moment, then try again."
        case .unfinished(let work): work.words
        }
    }

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

extension UnfinishedWork {
    /// What was interrupted, and why.
    var words: Phrase { Phrase(verbatim: "\(what) \(why)") }

    private var what: Phrase {
        switch kind {
        case .opening: "The library could not be opened."
        case .sealing: "Turning on the lock was interrupted."
        case .resealing:
            "Changing the key was interrupted. Unlock with the new passphrase, or with the old one if that isn’t accepted."
        case .unsealing: "Turning off the lock was interrupted."
        }
    }

    private var why: Phrase {
        switch reason {
        case .noRoom: "There is no room left on the disk. Make room, then try again."
        case .unavailable:
            "Its files cannot be read or written. See that the disk has room and the folder allows it, then try again."
        case .damaged(let path):
            "The file \(path) cannot be read. If it is a backup, put it elsewhere; else restore one with “omena restore”."
        case .other: "The reason is in Omena’s log."
        }
    }
}

extension VaultError {
    package var words: Phrase {
        switch self {
        case .wrongPassphrase: "Wrong passphrase. Try again."
        case .wrongRecoveryCode: "Wrong recovery code."
        case .wrongPasskey: "This passkey does not open this library. Choose another."
        case .misspelledRecoveryCode:
            "This recovery code has a typo. It has 28 letters and digits; check it again."
        case .noMemory:
            "There is not enough free memory to try the passphrase. Close other programs where Omena runs."
        case .keysMissing(let path):
            "The keys of this library, \(path), are missing. Put them back from a copy; without them nobody can open it."
        case .keysDamaged(""):
            "The keys of this library are damaged. Put them back from a copy; without them nobody can open it."
        case .keysDamaged(let path):
            "The keys of this library, \(path), are damaged. Put them back from a copy; without them nobody can open it."
        case .keysOfAnotherLibrary(let path):
            "The keys in \(path) belong to another library. Put back those that belong to this one."
        case .fileDamaged(let path):
            "The file \(path) is damaged. Restore a backup with “omena restore”."
        case .newerVersion(let path):
            "A later version of Omena wrote \(path). Update Omena to open it."
        case .notSealed: "This library has no lock."
        case .lastSlot: "The last way to unlock cannot be removed. Add another one first."
        case .tooManySlots:
            "A library can have at most \(KeyRing.maximumSlots) ways to unlock. Remove one first."
        case .noSuchSlot: "This way to unlock no longer exists."
        case .disk: "The disk did not take it, and nothing was changed. See that it has room."
        }
    }
}

extension PasskeyError {
    package var words: Phrase {
        switch self {
        case .malformed, .otherPurpose, .impossible, .wrongSignature:
            "This passkey could not be checked. Try again, or use another way."
        case .otherChallenge: "That took too long. Try again."
        case .otherOrigin, .crossOrigin, .otherRelyingParty:
            "This passkey belongs to another address. Open Omena where it was added."
        case .otherCredential: "This passkey does not open this library. Choose another."
        case .notPresent, .notVerified:
            "Your device didn’t verify you. Set up a PIN, fingerprint or face unlock on it, then try again."
        case .unknownAlgorithm: "This kind of passkey isn’t supported. Choose another."
        case .cloned:
            "This passkey seems to have been copied. Unlock another way, and remove it in the settings."
        case .withoutSecret:
            "This device can say who you are, but it cannot keep a key for Omena. Choose another, or a passphrase."
        }
    }
}
