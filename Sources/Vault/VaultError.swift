/// Why something could not be sealed, or opened.
public enum VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No slot opens with this passphrase.
    case wrongPassphrase
    /// No slot opens with this recovery code.
    case wrongRecoveryCode
    /// The passkey's secret opens no slot.
    case wrongPasskey
    /// A recovery code with a slip of the pen in it.
    case misspelledRecoveryCode
    /// The machine has not the memory that the passphrase's hash was settled to fill.
    case noMemory
    /// The file of keys is not there.
    case keysMissing(path: String)
    /// A bit of the file of keys is not as it was written.
    case keysDamaged(path: String)
    /// The keys are of another library than the file.
    case keysOfAnotherLibrary(path: String)
    /// The start of a sealed file is not as it was written.
    case fileDamaged(path: String)
    /// The file, or its keys, were written by a later version.
    case newerVersion(path: String)
    /// The file is not sealed.
    case notSealed(path: String)
    /// The last slot cannot go: nobody could open the library ever after.
    case lastSlot
    /// More slots than a file of keys takes.
    case tooManySlots
    /// The slot is gone.
    case noSuchSlot
    /// The disk did not do what it was asked to.
    case disk(path: String, reason: String)

    /// What happened and what to do, in a sentence or two.
    public var description: String {
        switch self {
        case .wrongPassphrase: "This is not the passphrase of this library."
        case .wrongRecoveryCode: "This is not the recovery code of this library."
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
        case .noSuchSlot: "This way to unlock is gone."
        case .disk(let path, let reason): "\(path): \(reason)"
        }
    }
}
