internal import Sodium
internal import Threads

/// The challenges that passkeys sign: each is random, valid once, for one purpose and a short time.
///
/// A challenge contains its end and is authenticated with a key of this process, so that nothing is stored for those that
/// are never answered, and nobody who asks for many can displace another's.
package struct PasskeyChallenges: Sendable {
    package enum Purpose: Hashable, Sendable {
        /// To become a slot.
        case enrolment
        case unlocking
        /// To confirm that the learner wants exactly this.
        case confirmation(of: [UInt8])

        /// The type in a browser's client data.
        var type: String { self == .enrolment ? "webauthn.create" : "webauthn.get" }

        fileprivate var bytes: [UInt8] {
            switch self {
            case .enrolment: [1]
            case .unlocking: [2]
            case .confirmation(let action): [3] + action
            }
        }
    }

    /// How long a challenge is valid, in milliseconds.
    package static let lifetime: Int64 = 5 * 60 * 1000

    private static let randomSize = 32
    private static let endSize = MemoryLayout<Int64>.size

    private let key = SecretBytes(randomCount: Digest.size)
    /// Answered challenges, each with its end; only correct answers use one up, so that strangers add none.
    private let answered = Locked<[[UInt8]: Int64]>([:])

    /// The time in milliseconds, by a clock that nobody can set.
    private let now: @Sendable () -> Int64

    package init(
        now: @escaping @Sendable () -> Int64 = { Instant.now.nanoseconds / 1_000_000 }
    ) {
        self.now = now
    }

    /// Creates a random one.
    package func draw(for purpose: Purpose) -> [UInt8] {
        var challenge = SecureGenerator.bytes(count: Self.randomSize)
        challenge.append(number: now() + Self.lifetime)
        return challenge + proof(of: challenge, purpose)
    }

    /// Whether a challenge was drawn for this purpose, has not expired, and was not answered yet.
    func isOpen(_ challenge: [UInt8], for purpose: Purpose) -> Bool {
        let size = Self.randomSize + Self.endSize
        guard challenge.count == size + Digest.size else { return false }
        let body = Array(challenge.prefix(size))
        guard ConstantTime.areEqual(challenge.suffix(Digest.size), proof(of: body, purpose)),
            let end = end(of: challenge), end > now()
        else { return false }
        return answered.withLock { $0[challenge] == nil }
    }

    /// Uses up an open challenge; false if another answer was faster.
    func spend(_ challenge: [UInt8]) -> Bool {
        let now = now()
        return answered.withLock { answered in
            answered = answered.filter { $0.value > now }
            return answered.updateValue(end(of: challenge) ?? now, forKey: challenge) == nil
        }
    }

    private func proof(of body: [UInt8], _ purpose: Purpose) -> [UInt8] {
        Digest.keyed(key, of: body + purpose.bytes)
    }

    private func end(of challenge: [UInt8]) -> Int64? {
        var reader = ByteReader(challenge.dropFirst(Self.randomSize))
        return try? reader.number()
    }
}
