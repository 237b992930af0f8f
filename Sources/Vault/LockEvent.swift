/// An event in the history of a library's lock.
package struct LockEvent: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The library was unlocked for a browser or a command.
        case unlocked
        /// An attempt to unlock failed.
        case refused
        /// The learner locked it, or Omena stopped.
        case locked
        /// It was locked after a time without use.
        case idle
        /// The lock was turned on.
        case sealed
        /// The library's key was replaced.
        case resealed
        /// A way to unlock was added.
        case added
        /// A way to unlock was renamed.
        case renamed
        /// A way to unlock was removed.
        case removed
    }

    /// The kind of key.
    package enum Means: String, CaseIterable, Sendable {
        case passphrase, passkey, recovery
    }

    /// In milliseconds since 1970.
    package let moment: Int64
    package let kind: Kind
    /// The kind of key, if one was involved.
    package let means: Means?
    package let slot: KeySlotID?

    package init(_ kind: Kind, at moment: Int64, means: Means? = nil, slot: KeySlotID? = nil) {
        self.moment = moment
        self.kind = kind
        self.means = means
        self.slot = slot
    }
}

extension KeySlot {
    /// The kind of key that opens it.
    package var kind: LockEvent.Means {
        switch means {
        case .passphrase: .passphrase
        case .passkey: .passkey
        case .recoveryCode: .recovery
        }
    }
}
