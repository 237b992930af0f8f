/// Whether a library can currently be read.
package enum LockState: Hashable, Sendable {
    /// Open, as a library without a lock always is.
    case open
    /// Requests in progress are being finished before it is locked (or the lock is turned on or off).
    case locking
    /// It is encrypted and the key is not in memory.
    case locked
    /// A key is being tried.
    case unlocking
    case failed(LockFailure)

    /// The identifier that scripts use.
    package var name: String {
        switch self {
        case .open: "open"
        case .locking: "locking"
        case .locked: "locked"
        case .unlocking: "unlocking"
        case .failed: "failed"
        }
    }
}
