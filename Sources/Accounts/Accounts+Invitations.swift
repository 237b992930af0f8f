internal import SQLite
internal import Sodium

extension Accounts {
    /// How long an invitation can be used, in seconds.
    package static let invitationLifetime: Int64 = 7 * 86_400
    /// 128 bits, which nobody guesses.
    private static let secretSize = 16

    /// Invites a learner, who chooses with it how to sign in; earlier invitations of theirs are void.
    ///
    /// - Returns: Its secret, which works once.
    package func invite(_ account: Account) throws(AccountsError) -> String {
        guard account.isOpen else { throw .closed(account.name) }
        let secret = Token(byteCount: Self.secretSize).text
        let now = now()
        try write { connection in
            try connection.run(
                "DELETE FROM invitation WHERE account = :account",
                ["account": account.id.rawValue]
            )
            if let trusted = try Self.recordClock(now, connection) {
                try connection.run(
                    "DELETE FROM invitation WHERE expires < :limit",
                    ["limit": trusted]
                )
            }
            try connection.run(
                "INSERT INTO invitation (digest, account, expires) VALUES (:digest, :account, :expires)",
                [
                    "digest": Digest(of: secret.utf8).bytes, "account": account.id.rawValue,
                    "expires": now + Self.invitationLifetime,
                ]
            )
        }
        return secret
    }

    /// Who is invited with this secret; nil if nobody is any more.
    package func invited(by secret: String) throws(AccountsError) -> Account? {
        let digest = Digest(of: secret.utf8).bytes
        let now = now()
        let rest = SQL(
            """
            JOIN invitation ON invitation.account = account.id
            WHERE invitation.digest = ? AND invitation.expires >= ? AND closed IS NULL
            """,
            digest,
            now
        )
        return try read { try Self.accounts($0, rest).first }
    }

    /// Uses an invitation up for a way to sign in; if that cannot be stored, the invitation stays valid.
    ///
    /// Signs the learner out everywhere, so that they notice if it was somebody else, and that whoever knew the passphrase
    /// before has to know the new one.
    ///
    /// - Throws: `badInvitation` if it is not valid, or was used meanwhile; `passkeyOfAnother` if another learner has the passkey.
    package func use(
        invitation secret: String,
        for credential: NewCredential
    ) throws(AccountsError) -> Account {
        guard let account = try invited(by: secret) else { throw .badInvitation }
        let digest = Digest(of: secret.utf8).bytes
        let row = try CredentialRow(credential)
        let now = now()
        try write { connection in
            let used = try connection.run(
                "DELETE FROM invitation WHERE digest = :digest",
                ["digest": digest]
            )
            guard used == 1 else { throw AccountsError.badInvitation }
            try Self.signOutEverywhere(account.id, connection)
            try row.store(for: account, at: now, connection)
        }
        return account
    }
}
