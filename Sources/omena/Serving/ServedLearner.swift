import Accounts

/// A learner of a server of several, for whoever opens and serves their library.
struct ServedLearner: Sendable {
    let accounts: Accounts
    let account: Account

    /// How many bytes the files may still grow by.
    func remainingBytes() -> Int? { accounts.remainingBytes(of: account.id) }

    /// Issues a token for a device that is paired.
    func newPeerToken() throws(AccountsError) -> String {
        try accounts.issueToken(for: .peer, to: account.name)
    }
}
