import HTTP
import Languages
import Vault

/// The state of the lock, for scripts.
struct UnlockAnswer: Encodable {
    /// As this browser sees it: locked where the library is open for others alone.
    var state: String
    /// The code of the failure.
    var why: String?
    /// The failure in words.
    var says: String?
    var retryAfter: Int?
    /// How much of sealing or unsealing is done, from 0 to 1.
    var share: Double?
    /// The secret of a session that is not in a cookie.
    var session: String?
    /// The token by which this page will be known.
    var browser: String?
    /// Whether it was locked for everybody until now.
    var wasLocked: Bool?

    init(_ state: LockState, share: Double? = nil) {
        self.state = state.name
        self.share = share
        if case .failed(let failure) = state { add(failure) }
    }

    mutating func add(_ failure: LockFailure) {
        why = failure.code
        says = failure.words.description
        retryAfter = failure.wait
    }
}

extension LockFailure {
    var status: Status {
        switch self {
        case .tooManyTries, .busy: .tooManyRequests
        case .nothingGiven: .unprocessableContent
        case .vault, .passkey: isOfKey ? .unauthorized : .serviceUnavailable
        case .unfinished: .serviceUnavailable
        }
    }
}
