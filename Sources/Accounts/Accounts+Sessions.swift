internal import SQLite
internal import Sodium
package import Vault

/// A browser in which learners have signed in.
package struct BrowserSession: Hashable, Sendable {
    package let id: Int64
    /// The learners, in the order in which they signed in.
    package let accounts: [Account]
    /// Learners who signed in after their accounts were closed, which lets them take their cards away.
    package let closed: [Account]

    /// - Parameter all: In the order in which they signed in.
    init(id: Int64, of all: [Account]) {
        self.id = id
        accounts = all.filter(\.isOpen)
        closed = all.filter { !$0.isOpen }
    }

    package func account(named name: LearnerName) -> Account? {
        accounts.first { $0.name == name }
    }

    package func closedAccount(named name: LearnerName) -> Account? {
        closed.first { $0.name == name }
    }
}

/// A session, and when its browser was last seen, in seconds.
struct StoredSession {
    let session: BrowserSession
    let seen: Int64
}

extension Accounts {
    /// How long a browser that is not used stays signed in, in seconds.
    private static let sessionLifetime: Int64 = 400 * 86_400

    /// The session whose secret a browser shows; nil if nobody is signed in there.
    ///
    /// A clock that has jumped ahead ends no session.
    package func session(_ secret: String) throws(AccountsError) -> BrowserSession? {
        let now = now()
        guard let stored = try storedSession(Digest(of: secret.utf8).bytes) else { return nil }
        let session = stored.session
        // To the hour, so that reading pages writes nothing.
        if now - stored.seen >= 3_600 {
            let trusted = try read { try Self.trustedMoment(at: now, $0) }
            if let trusted, stored.seen <= trusted - Self.sessionLifetime { return nil }
            let moment = trusted ?? now
            if moment - stored.seen >= 3_600 { recordUse(of: session, at: moment) }
        }
        return session.accounts.isEmpty && session.closed.isEmpty ? nil : session
    }

    /// Not required, so that pages can be read while the disk is full.
    private func recordUse(of session: BrowserSession, at moment: Int64) {
        try? write { connection in
            try connection.run(
                "UPDATE session SET seen = :moment WHERE id = :id",
                ["id": session.id, "moment": moment]
            )
            for account in session.accounts {
                try connection.run(
                    "UPDATE account SET seen = :moment WHERE id = :id",
                    ["id": account.id.rawValue, "moment": moment]
                )
            }
        }
    }

    static func storedSession(
        _ digest: [UInt8],
        _ connection: AccountsConnection
    ) throws -> StoredSession? {
        // In one statement, because a fleet's PostgreSQL may be asked before each answer.
        let rest = SQL(
            """
            , session.id, session.seen
            FROM account
            JOIN session_account ON session_account.account = account.id
            JOIN session ON session.id = session_account.session
            WHERE session.digest = ?
            ORDER BY session_account.made, name
            """,
            digest
        )
        var session: (id: Int64, seen: Int64)?
        var accounts: [Account] = []
        try connection.forEach(selection + rest) { row in
            session = (row.int64(9), row.int64(10))
            accounts.append(try account(row))
        }
        return session.map {
            StoredSession(session: BrowserSession(id: $0.id, of: accounts), seen: $0.seen)
        }
    }

    /// Signs a learner in, in a browser that may have a session already.
    ///
    /// - Returns: The secret that the browser shows from now on: a new one each time, so that nobody can have planted it.
    package func signIn(
        _ account: Account,
        browser: String,
        replacing session: BrowserSession?
    ) throws(AccountsError) -> String {
        let secret = Token().text
        let digest = Digest(of: secret.utf8).bytes
        let now = now()
        try write { connection in
            if let trusted = try Self.recordClock(now, connection) {
                try connection.run(
                    "DELETE FROM session WHERE seen < :limit",
                    ["limit": trusted - Self.sessionLifetime]
                )
            }
            var id = session?.id
            if let id {
                try connection.run(
                    "UPDATE session SET digest = :digest, seen = :now WHERE id = :id",
                    ["id": id, "digest": digest, "now": now]
                )
            } else {
                var random = SecureGenerator()
                let new = Int64.random(in: 1...(.max), using: &random)
                try connection.run(
                    """
                    INSERT INTO session (id, digest, browser, made, seen)
                    VALUES (:id, :digest, :browser, :now, :now)
                    """,
                    [
                        "id": new, "digest": digest, "browser": String(browser.prefix(200)),
                        "now": now,
                    ]
                )
                id = new
            }
            try connection.run(
                """
                INSERT INTO session_account (session, account, made) VALUES (:session, :account, :now)
                ON CONFLICT (session, account) DO UPDATE SET made = excluded.made
                """,
                ["session": id, "account": account.id.rawValue, "now": now]
            )
            try connection.run(
                "UPDATE account SET seen = :now WHERE id = :id",
                ["id": account.id.rawValue, "now": now]
            )
        }
        return secret
    }

    /// Names a learner's signing in, in a browser, for as long as it lasts; others signing in there don't change it.
    package func signingIn(of account: Account, in session: Int64) throws(AccountsError) -> String {
        let made = try read { connection in
            try connection.row(
                "SELECT made FROM session_account WHERE session = :session AND account = :account",
                ["session": session, "account": account.id.rawValue]
            ) { $0.int64(0) }
        }
        return "\(session)-\(made ?? 0)"
    }

    /// Signs a learner out of one browser.
    package func signOut(_ account: Account, of session: Int64) throws(AccountsError) {
        try write { connection in
            try connection.run(
                "DELETE FROM session_account WHERE session = :session AND account = :account",
                ["session": session, "account": account.id.rawValue]
            )
            try Self.deleteIfEmpty(session, connection)
        }
    }

    package func signOutEverywhere(_ account: Account) throws(AccountsError) {
        try write { try Self.signOutEverywhere(account.id, $0) }
    }

    static func signOutEverywhere(_ id: AccountID, _ connection: AccountsConnection) throws {
        let sessions = try connection.rows(
            "SELECT session FROM session_account WHERE account = :account",
            ["account": id.rawValue]
        ) { $0.int64(0) }
        try connection.run(
            "DELETE FROM session_account WHERE account = :account",
            ["account": id.rawValue]
        )
        for session in sessions { try deleteIfEmpty(session, connection) }
    }

    /// Deletes a session in which nobody is signed in any more.
    private static func deleteIfEmpty(_ session: Int64, _ connection: AccountsConnection) throws {
        try connection.run(
            """
            DELETE FROM session
            WHERE id = :id AND NOT EXISTS (SELECT 1 FROM session_account WHERE session = :id)
            """,
            ["id": session]
        )
    }

    // MARK: - Passphrases

    /// The learner with this name, if the passphrase is theirs; takes as long if there is none with that name.
    ///
    /// Their account may be closed.
    package func account(
        named name: LearnerName?,
        knowing passphrase: Passphrase
    ) throws(AccountsError) -> Account? {
        let known = if let name { try account(named: name) } else { Account?.none }
        let stored = if let known { try proof(of: known) } else { PassphraseProof?.none }
        do throws(VaultError) {
            guard let account = known, let stored else {
                _ = try PassphraseProof(of: passphrase)
                return nil
            }
            return try stored.accepts(passphrase) ? account : nil
        } catch {
            throw .noMemory
        }
    }

    private func proof(of account: Account) throws(AccountsError) -> PassphraseProof? {
        let bytes = try read { connection in
            try connection.row(
                """
                SELECT proof FROM credential WHERE account = :account AND kind = 'passphrase'
                """,
                ["account": account.id.rawValue]
            ) { $0.bytes(0) }
        }
        return bytes.flatMap { PassphraseProof(String(decoding: $0, as: UTF8.self)) }
    }
}
