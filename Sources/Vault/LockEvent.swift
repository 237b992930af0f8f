/// One thing that happened to a library's lock, for the learner to look at.
public struct LockEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Sendable {
        /// The library was unlocked, for one browser or one command.
        case unlocked
        /// A key was tried and was not taken.
        case refused
        /// The learner locked it, or Omena was stopped.
        case locked
        /// It was locked because nobody had used it for a while.
        case idle
        /// It was given a lock.
        case sealed
        /// It was put under another key.
        case resealed
        /// A way to unlock was added.
        case added
        /// A way to unlock was called something else.
        case renamed
        /// A way to unlock was taken away.
        case removed
    }

    /// What was shown, or is meant.
    public enum Means: String, CaseIterable, Sendable {
        case passphrase, passkey, recovery
    }

    /// When, in milliseconds since 1970.
    public let moment: Int64
    /// What happened.
    public let kind: Kind
    /// With which kind of key, where it was about one.
    public let means: Means?
    /// Which way to unlock, where it is known.
    public let slot: KeySlotID?

    /// Tells of something.
    public init(_ kind: Kind, at moment: Int64, means: Means? = nil, slot: KeySlotID? = nil) {
        self.moment = moment
        self.kind = kind
        self.means = means
        self.slot = slot
    }
}

extension KeySlot {
    /// What kind of key opens it.
    public var kind: LockEvent.Means {
        switch means {
        case .passphrase: .passphrase
        case .passkey: .passkey
        case .recoveryCode: .recovery
        }
    }
}
