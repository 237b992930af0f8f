internal import Sodium
internal import Threads

/// The challenges that passkeys sign: each is random, valid once, for one purpose and a short time.
package struct PasskeyChallenges: Sendable {
    package enum Purpose: String, Sendable {
        /// To become a slot.
        case enrolment = "webauthn.create"
        /// To unlock, or to confirm the learner's identity.
        case unlocking = "webauthn.get"
    }

    private struct Open {
        let challenge: [UInt8]
        let purpose: Purpose
        let end: Int64
    }

    /// How long a challenge is valid, in milliseconds.
    package static let lifetime: Int64 = 5 * 60 * 1000

    /// Bounds the memory for challenges that are never answered.
    private static let maximumCount = 64

    /// The oldest first.
    private let open = Locked<[Open]>([])

    package init() {}

    /// Creates a random one.
    package func draw(for purpose: Purpose, at moment: Int64) -> [UInt8] {
        let challenge = SecureGenerator.bytes(count: 32)
        open.withLock { open in
            open.removeAll { $0.end <= moment }
            if open.count == Self.maximumCount { open.removeFirst() }
            open.append(Open(challenge: challenge, purpose: purpose, end: moment + Self.lifetime))
        }
        return challenge
    }

    /// Removes an answered challenge; whether it was open, for this purpose, and not expired.
    func take(_ challenge: [UInt8], for purpose: Purpose, at moment: Int64) -> Bool {
        open.withLock { open in
            let index = open.firstIndex { ConstantTime.areEqual($0.challenge, challenge) }
            guard let index else { return false }
            let found = open.remove(at: index)
            return found.purpose == purpose && found.end > moment
        }
    }
}
