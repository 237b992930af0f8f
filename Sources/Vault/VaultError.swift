/// An error in sealing or unlocking a library.
package enum VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongPassphrase
    case wrongRecoveryCode
    case wrongPasskey
    /// The checksum of the recovery code is wrong.
    case misspelledRecoveryCode
    /// There is not enough memory for the passphrase's hash.
    case noMemory
    case keysMissing(path: String)
    case keysDamaged(path: String)
    case keysOfAnotherLibrary(path: String)
    /// The header of a sealed file is damaged.
    case fileDamaged(path: String)
    /// The file or its keys were written by a later version.
    case newerVersion(path: String)
    case notSealed(path: String)
    /// The last slot cannot be removed, because nobody could open the library without it.
    case lastSlot
    case tooManySlots
    case noSuchSlot
    case disk(path: String, reason: String)

    package var description: String {
        switch self {
        case .wrongPassphrase: "This is not the passphrase of this library."
        case .wrongRecoveryCode: "Wrong recovery code. Try again."
        case .wrongPasskey: "This passkey does not open this library; choose another."
        case .misspelledRecoveryCode:
            "A recovery code has 28 letters and digits, and this one has a slip in it; look at it again."
        case .noMemory:
            "There is not enough free memory to try the passphrase; close other programs."
        case .keysMissing(let path):
            "The keys of this library, \(path), are missing; put them back from a backup."
        case .keysDamaged(let path):
            "The keys of this library, \(path), are damaged; put them back from a backup."
        case .keysOfAnotherLibrary(let path):
            "The keys in \(path) belong to another library; put back those that belong to this one."
        case .fileDamaged(let path):
            "The start of \(path) is damaged; restore a backup with `omena restore`."
        case .newerVersion(let path):
            "\(path) was written by a later version of Omena; update Omena to open it."
        case .notSealed(let path): "\(path) is not locked."
        case .lastSlot: "The last way to unlock cannot be removed; add another one first."
        case .tooManySlots:
            "A library takes \(KeyRing.maximumSlots) ways to unlock; remove one first."
        case .noSuchSlot: "This way to unlock no longer exists."
        case .disk(let path, let reason): "\(path): \(reason)"
        }
    }
}
