import HTTP
import Sodium
import Threads

/// The browsers and commands for which the library was unlocked; held in memory alone, until it is locked.
final class UnlockedBrowsers: Sendable {
    /// More than anybody has; beyond it the oldest session ends.
    private static let maximumCount = 64

    private let digests = Locked<[Digest]>([])

    /// Begins a session, and returns its secret.
    func admit() -> String {
        let token = Token()
        digests.withLock { digests in
            if digests.count == Self.maximumCount { digests.removeFirst() }
            digests.append(Digest(of: token.text.utf8))
        }
        return token.text
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
