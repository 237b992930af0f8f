internal import Glibc
package import Languages

/// An error in sealing or unlocking a library.
package enum VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongPassphrase
    case wrongRecoveryCode
    case wrongPasskey
    case misspelledRecoveryCode
    /// There is not enough memory for the passphrase's hash.
    case noMemory
    case keysMissing(path: String)
    case keysDamaged(path: String)
    case keysOfAnotherLibrary(path: String)
    case fileDamaged(path: String)
    /// The file or its keys were written by a later version.
    case newerVersion(path: String)
    case notSealed(path: String)
    /// The last slot cannot be removed, because nobody could open the library without it.
    case lastSlot
    case tooManySlots
    case noSuchSlot
    /// An `errno` value.
    case disk(_ path: String, _ code: CInt)

    package var description: String {
        switch self {
        case .disk(let path, let code): "\(path): \(String(cString: strerror(code)))."
        default: words.description
        }
    }

    /// What happened and what to do now.
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
