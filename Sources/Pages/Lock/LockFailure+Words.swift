package import Languages
package import Vault

extension LockFailure {
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
        case .opening: "The library couldn’t be opened."
        case .sealing: "Turning on the lock was interrupted."
        case .resealing:
            "Changing the key was interrupted. Unlock with the new passphrase, or with the old one if that isn’t accepted."
        case .unsealing: "Turning off the lock was interrupted."
        }
    }

    private var why: Phrase {
        switch reason {
        case .noRoom: "The disk is full. Free some space, then try again."
        case .unavailable:
            "Its files can’t be read or written. Check the disk space and the folder’s permissions, then try again."
        case .damaged(let path):
            "The file \(path) can’t be read. If it’s a backup, move it elsewhere; otherwise restore a backup with “omena restore”."
        case .other: "The reason is in Omena’s log."
        }
    }
}

extension VaultError {
    package var words: Phrase {
        switch self {
        case .wrongPassphrase: "Wrong passphrase. Try again."
        case .wrongRecoveryCode: "Wrong recovery code. Try again."
        case .wrongPasskey: "This passkey doesn’t open this library. Choose another."
        case .misspelledRecoveryCode:
            "This recovery code has a typo. Codes have 28 letters and digits; check it again."
        case .noMemory:
            "There isn’t enough free memory to check the passphrase. Close other programs on the computer where Omena runs."
        case .keysMissing(let path):
            "This library’s keys, \(path), are missing. Restore them from a copy. Without them, nobody can open the library."
        case .keysDamaged(""):
            "This library’s keys are damaged. Restore them from a copy. Without them, nobody can open the library."
        case .keysDamaged(let path):
            "This library’s keys, \(path), are damaged. Restore them from a copy. Without them, nobody can open the library."
        case .keysOfAnotherLibrary(let path):
            "The keys in \(path) belong to another library. Replace them with the keys of this one."
        case .fileDamaged(let path):
            "The file \(path) is damaged. Restore a backup with “omena restore”."
        case .newerVersion(let path):
            "\(path) was created by a newer version of Omena. Update Omena to open it."
        case .notSealed: "This library has no lock."
        case .lastSlot: "You can’t remove the last way to unlock. Add another one first."
        case .tooManySlots:
            "A library can have at most \(KeyRing.maximumSlots) ways to unlock. Remove one first."
        case .noSuchSlot: "This way to unlock no longer exists."
        case .disk:
            "The disk couldn’t be written. Nothing was changed. Check that it has free space."
        }
    }
}

extension PasskeyError {
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
