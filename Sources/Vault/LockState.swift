/// Whether a library can be read just now, from the vault to the page.
public enum LockState: Hashable, Sendable {
    /// It is open; one without a lock always is.
    case open
    /// What is in hand is being finished, then it is locked (or sealed, or taken from under its lock).
    case locking
    /// It is cipher text, and nobody has its key.
    case locked
    /// A key is being tried.
    case unlocking
    /// It could not be opened.
    case failed(LockFailure)

    /// The one word that scripts know it by.
    public var name: String {
        switch self {
        case .open: "open"
        case .locking: "locking"
        case .locked: "locked"
        case .unlocking: "unlocking"
        case .failed: "failed"
        }
    }
}
