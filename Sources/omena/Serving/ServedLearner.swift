import Accounts

/// A learner of a server of several, for whoever opens and serves their library.
struct ServedLearner: Sendable {
    let accounts: Accounts
    let account: Account

    /// How many bytes the files may still grow by.
    var growth: @Sendable () -> Int {
        return { [accounts, account] in accounts.room(for: account.id) }
    }

    /// Issues tokens for devices that are paired.
    var newPeerToken: @Sendable () throws -> String {
        return { [accounts, account] in try accounts.issueToken(for: .peer, to: account.name) }
    }
}
