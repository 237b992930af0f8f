import HTTP
import Languages
import Pages
import Vault

/// What a script is told of the lock.
struct UnlockAnswer: Encodable {
    /// As its own browser sees it: locked where the library is open for another.
    var state: String
    var why: String?
    /// The same for a person.
    var says: String?
    var retryAfter: Int?
    /// How much is done of sealing, or of the way back.
    var share: Double?
    /// What a command shows from now on; a browser has a cookie.
    var session: String?
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
