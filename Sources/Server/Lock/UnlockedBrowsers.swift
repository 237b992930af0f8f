import HTTP
import Sodium
import Threads

/// The browsers (and commands) for which a library was unlocked; known in memory alone, and gone when it is locked.
struct UnlockedBrowsers: Sendable {
    /// Nobody has so many; the one that came first is let go then.
    private static let maximumCount = 64

    private let digests = Locked<[Digest]>([])

    /// A secret for one more.
    func admit() -> String {
        let token = Token()
        digests.withLock {
            if $0.count == Self.maximumCount { $0.removeFirst() }
            $0.append(Digest(of: token.text.utf8))
        }
        return token.text
    }

    /// Whether a secret is one of those; how long that takes says nothing of them.
    func includes(_ token: String) -> Bool {
        let digest = Digest(of: token.utf8)
        return digests.withLock { digests in
            digests.reduce(false) { $0 || ConstantTime.areEqual($1.bytes, digest.bytes) }
        }
    }

    /// Sends all away.
    func removeAll() { digests.withLock { $0 = [] } }
}
