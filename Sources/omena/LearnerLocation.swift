import Accounts
import Glibc
import Notes
import Pages
import Server

/// A learner on a server of several, named by `--learner`, and where the server's accounts are: `--accounts`, else
/// `OMENA_ACCOUNTS`.
struct LearnerLocation {
    let folder: String
    let account: Account
    let library: String

    init(_ learner: String, in folder: String?) throws(Failure) {
        let accounts = try AccountsFolder.open(try AccountsFolder.named(folder))
        self.init(of: try AccountsFolder.account(learner, in: accounts), in: accounts)
    }

    init(of account: Account, in accounts: Accounts) {
        folder = accounts.folder
        self.account = account
        library = accounts.library(of: account)
    }

    /// The socket at which commands reach the running server.
    var socket: String { AccountsFolder.socket(of: folder) }

    /// The options that name the learner in a command.
    var options: String { "--learner \(account.name.text) --accounts \(folder.quotedForShell)" }

    /// The path before all addresses of the learner.
    var base: String { AccountsRoute.base(of: account.name.text) }
}

/// The folder of a server's accounts.
enum AccountsFolder {
    static var ofEnvironment: String? { Environment["OMENA_ACCOUNTS"] }

    /// - Parameter option: The value of `--accounts`.
    static func named(_ option: String?) throws(Failure) -> String {
        guard let folder = option ?? ofEnvironment, !folder.isEmpty else {
            throw .usage(
                "give the folder of the learners with --accounts DIR, or in OMENA_ACCOUNTS"
            )
        }
        return folder
    }

    static func open(_ folder: String) throws(Failure) -> Accounts {
        try checkExists(folder)
        return try openOrCreate(folder)
    }

    static func openOrCreate(_ folder: String) throws(Failure) -> Accounts {
        try Failure.wrap { () throws(AccountsError) in try Accounts(in: folder, now: now) }
    }

    /// Opens the accounts only for reading.
    static func read(_ folder: String) throws(Failure) -> Accounts {
        try checkExists(folder)
        return try Failure.wrap { () throws(AccountsError) in
            try Accounts(reading: folder, now: now)
        }
    }

    /// Whether this user may read the accounts, if there are any.
    static func mayRead(_ folder: String) -> Bool {
        access(Accounts.file(in: folder), R_OK) == 0 || errno != EACCES
    }

    private static func checkExists(_ folder: String) throws(Failure) {
        guard Accounts.exist(in: folder) else {
            throw Failure(
                "there are no learners in \(folder); add one with 'omena learner add NAME'"
            )
        }
    }

    private static let now: @Sendable () -> Int64 = {
        SystemClock.clock.now().milliseconds / 1_000
    }

    static func account(_ name: String, in accounts: Accounts) throws(Failure) -> Account {
        let account = try Failure.wrap { () throws(AccountsError) in
            try LearnerName(name).flatMap { name throws(AccountsError) in
                try accounts.account(named: name)
            }
        }
        guard let account else { throw Failure("there is no learner named '\(name)'") }
        return account
    }

    static func socket(of folder: String) -> String { "\(folder)/accounts.omena-socket" }
}
