import Notes
import Sodium
import Threads

/// The codes that `omena pair` shows: each opens the library to one browser, once, within ten minutes.
struct PairingCodes: Sendable {
    private static let lifetime: Int64 = 10 * 60_000
    private static let triesPerMinute = 10
    /// Letters and digits that cannot be taken for one another.
    private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 8

    private struct State {
        var open: [(code: [UInt8], until: Moment)] = []
        var tries: [Moment] = []
    }

    private let state = Locked(State())

    /// What becomes of a code that somebody types.
    enum Verdict: Hashable {
        case accepted
        case wrong
        /// Too many were tried within the last minute; no more are looked at until it is over.
        case tooMany
    }

    /// A new code, written in two groups of four.
    func issue(at now: Moment) -> String {
        var generator = SecureGenerator()
        let code = (0..<Self.length).map { _ in
            Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
        }
        state.withLock {
            $0.open.removeAll { $0.until < now }
            $0.open.append((code, Moment(milliseconds: now.milliseconds + Self.lifetime)))
        }
        let text = String(decoding: code, as: UTF8.self)
        return "\(text.prefix(4))-\(text.suffix(4))"
    }

    /// Takes a code as typed: spaces, hyphens and case do not matter.
    func redeem(_ typed: String, at now: Moment) -> Verdict {
        let code = Array(typed.uppercased().utf8).filter { $0 != 0x20 && $0 != 0x2D }
        return state.withLock { state in
            state.tries.removeAll { now.milliseconds - $0.milliseconds >= 60_000 }
            guard state.tries.count < Self.triesPerMinute else { return .tooMany }
            state.tries.append(now)
            state.open.removeAll { $0.until < now }
            guard let match = state.open.firstIndex(where: { ConstantTime.areEqual($0.code, code) })
            else {
                return .wrong
            }
            state.open.remove(at: match)
            return .accepted
        }
    }
}
