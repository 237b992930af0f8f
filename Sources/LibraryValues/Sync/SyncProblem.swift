package import Languages

/// Why a sync with a peer failed, as it is recorded with the peer.
package enum SyncProblem: Error, Hashable, Sendable {
    case badAddress
    /// The address would send everything unencrypted.
    case unencrypted
    case badCode
    case tooManyCodes
    case unreachable
    /// The certificate of the peer's server is not valid.
    case untrusted
    case interrupted
    /// The peer does not know the token any more.
    case revoked
    /// The peer's library is locked.
    case locked
    /// There is no Omena at the address, or one that is older than sync.
    case notOmena
    /// Either Omena cannot read what the other sends.
    case differentVersion
    /// Any other reason, in one line of the peer or of this library.
    case told(String)

    private static let named: [String: SyncProblem] = [
        "bad-address": .badAddress, "unencrypted": .unencrypted,
        "bad-code": .badCode, "too-many-codes": .tooManyCodes, "unreachable": .unreachable,
        "untrusted": .untrusted, "interrupted": .interrupted, "revoked": .revoked,
        "locked": .locked, "not-omena": .notOmena, "different-version": .differentVersion,
    ]

    /// Reads what `record` returned.
    package init(record: String) { self = Self.named[record] ?? .told(record) }

    /// The name under which it is stored; its words, where it has no name.
    package var record: String {
        if case .told(let words) = self { return String(words.prefix(300)) }
        return Self.named.first { $0.value == self }?.key ?? ""
    }

    /// What is wrong, and what to do about it.
    package var words: Phrase {
        switch self {
        case .badAddress:
            "This isn’t the address of an Omena server. Enter one such as https://cards.example.org."
        case .unencrypted:
            "Sync is always encrypted between computers. Enter an address that begins with https."
        case .badCode: "This code isn’t valid. Codes last ten minutes and work once."
        case .tooManyCodes: "Too many codes were tried. Wait a minute, then try again."
        case .unreachable: "The other Omena can’t be reached. Check that it is running."
        case .untrusted:
            "The other server’s certificate isn’t valid, so nothing was sent to it."
        case .interrupted:
            "The connection was interrupted. The next sync continues where this one stopped."
        case .revoked: "The other Omena has removed this one. Pair them again with a new code."
        case .locked: "The other library is locked. Unlock it to sync."
        case .notOmena: "There is no Omena to sync with at this address. Check the address."
        case .differentVersion: "The two Omenas have different versions. Update the older one."
        case .told(let words): Phrase(verbatim: words)
        }
    }
}
