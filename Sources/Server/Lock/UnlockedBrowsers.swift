import Sodium
import Threads

/// The browsers and commands for which the library was unlocked; held in memory alone, until it is locked.
final class UnlockedBrowsers: Sendable {
    /// More than anybody has; beyond it the oldest session ends.
    private static let maximumCount = 64

    private let digests = Locked<[Digest]>([])

    /// Begins a session, and returns its secret.
    ///
    /// - Parameter known: The secret of a session that the browser has elsewhere; nil for a new one.
    func admit(_ known: String? = nil) -> String {
        let secret = known ?? Token().text
        let digest = Digest(of: secret.utf8)
        digests.withLock { digests in
            digests.removeAll { $0 == digest }
            if digests.count == Self.maximumCount { digests.removeFirst() }
            digests.append(digest)
        }
        return secret
    }

    /// Whether a secret is that of a session; compares in constant time.
    func includes(_ token: String) -> Bool {
        let digest = Digest(of: token.utf8)
        return digests.withLock { digests in
            digests.reduce(false) { $0 || ConstantTime.areEqual($1.bytes, digest.bytes) }
        }
    }

    func removeAll() { digests.withLock { $0 = [] } }
}
