internal import Sodium
internal import Threads

/// What passkeys are asked to sign: each is drawn anew, works once, for one purpose, and not for long.
public final class PasskeyChallenges: @unchecked Sendable {
    /// What a passkey is asked for.
    public enum Purpose: String, Sendable {
        /// To be a way to unlock from now on.
        case enrolment = "webauthn.create"
        /// To unlock, or to show that it is still the same person.
        case unlocking = "webauthn.get"
    }

    private struct Open {
        let challenge: [UInt8]
        let purpose: Purpose
        let end: Int64
    }

    /// How long somebody may look for their key, in milliseconds.
    public static let lifetime: Int64 = 5 * 60 * 1000

    /// Nobody fills the memory with questions that are never answered.
    private static let maximumCount = 64

    private let lock = Lock()
    // Guarded by `lock`; the oldest first.
    private var open: [Open] = []

    /// Starts without any.
    public init() {}

    /// Draws a new one.
    public func draw(for purpose: Purpose, at moment: Int64) -> [UInt8] {
        let challenge = SecureGenerator.bytes(count: 32)
        lock.withLock {
            open.removeAll { $0.end <= moment }
            if open.count == Self.maximumCount { open.removeFirst() }
            open.append(Open(challenge: challenge, purpose: purpose, end: moment + Self.lifetime))
        }
        return challenge
    }

    /// Takes one back that was answered: whether it was open, for this purpose, and in time.
    func take(_ challenge: [UInt8], for purpose: Purpose, at moment: Int64) -> Bool {
        lock.withLock {
            let index = open.firstIndex { ConstantTime.areEqual($0.challenge, challenge) }
            guard let index else { return false }
            let found = open.remove(at: index)
            return found.purpose == purpose && found.end > moment
        }
    }
}
