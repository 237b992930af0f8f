import HTTP
import Sodium
import Threads

/// The codes that `omena pair` shows: each pairs one browser, once, within ten minutes.
///
/// Nobody's tries keep another from pairing, also on the same network: the right code is always accepted, because it is too long
/// to be found in ten minutes. Whoever sends many wrong ones is told to wait.
///
/// Times are those of `Clock.uptime`, so that setting the clock neither prolongs a code nor permits more tries.
final class PairingCodes: Sendable {
    private static let lifetime = Duration.seconds(10 * 60)
    private static let triesPerMinute = 10
    /// Letters and digits that cannot be mistaken for one another.
    private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 10

    private struct State {
        var codes: [(code: [UInt8], expires: Duration)] = []
        /// When networks tried wrong codes in the last minute.
        var tries: [Peer: [Duration]] = [:]
    }

    private let state = Locked(State())

    enum Verdict: Hashable {
        case accepted
        case wrong
        /// Wrong as well, like many before it in the last minute.
        case tooMany
    }

    /// A new code, written in two groups of five.
    func issue(at now: Duration) -> String {
        var generator = SecureGenerator()
        let code = (0..<Self.length).map { _ in
            Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
        }
        state.withLock { state in
            state.codes.removeAll { $0.expires < now }
            state.codes.append((code, now + Self.lifetime))
        }
        let text = String(decoding: code, as: UTF8.self)
        return "\(text.prefix(5))-\(text.suffix(5))"
    }

    /// Whether a code can still be redeemed.
    func hasCode(at now: Duration) -> Bool {
        state.withLock { $0.codes.contains { $0.expires >= now } }
    }

    /// Compares a code as typed: spaces, hyphens and case do not matter.
    func redeem(_ typed: String, from network: Peer, at now: Duration) -> Verdict {
        let code = Array(typed.uppercased().utf8).filter { $0 != 0x20 && $0 != 0x2D }
        return state.withLock { state in
            state.tries = state.tries.compactMapValues { tries in
                let recent = tries.filter { now - $0 < .seconds(60) }
                return recent.isEmpty ? nil : recent
            }
            state.codes.removeAll { $0.expires < now }
            let match = state.codes.firstIndex { ConstantTime.areEqual($0.code, code) }
            if let match {
                state.codes.remove(at: match)
                return .accepted
            }
            guard state.tries[network, default: []].count < Self.triesPerMinute else {
                return .tooMany
            }
            // Behind a proxy that does not name its clients, everybody has the same address.
            if case .other = network { state.tries[network, default: []].append(now) }
            return .wrong
        }
    }
}
