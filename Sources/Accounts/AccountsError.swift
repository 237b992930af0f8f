internal import SQLite

/// Why something about the accounts of a server could not be done.
package enum AccountsError: Error, Hashable, Sendable {
    case taken(LearnerName)
    /// The invitation was used, replaced or revoked, is too old, or never existed.
    case badInvitation
    /// Another learner signs in with this passkey.
    case passkeyOfAnother
    /// The last admin can be neither closed nor given another role.
    case lastAdmin
    case noAccount
    /// The account is closed, so nobody can be invited to it.
    case closed(LearnerName)
    /// The class was closed or changed meanwhile.
    case noClass
    /// There is not enough memory to check a passphrase.
    case noMemory
    /// The disk is full or write-protected.
    case unwritable(reason: String)
    case storage(reason: String)
}

extension AccountsError: CustomStringConvertible {
    /// For whoever runs the server.
    package var description: String {
        switch self {
        case .taken(let name): "there is a learner named \(name) already"
        case .badInvitation: "the invitation is not valid"
        case .passkeyOfAnother: "the passkey belongs to another learner"
        case .lastAdmin: "this is the only admin; make somebody else one first"
        case .noAccount: "there is no such learner"
        case .closed(let name):
            "the account of \(name) is closed; reopen it with 'omena learner reopen \(name)'"
        case .noClass: "there is no such class"
        case .noMemory: "there is not enough memory to check a passphrase"
        case .unwritable(let reason), .storage(let reason):
            "the accounts cannot be read or written: \(reason)"
        }
    }
}

extension AccountsError {
    init(_ error: DatabaseError) {
        self =
            switch error.code.primary {
            case .full, .inputOutput, .readOnly: .unwritable(reason: "\(error)")
            default: .storage(reason: "\(error)")
            }
    }
}
