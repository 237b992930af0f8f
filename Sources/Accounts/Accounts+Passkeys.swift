internal import SQLite
package import Vault

extension Accounts {
    package func passkeys(of account: Account) throws(AccountsError) -> [Passkey] {
        try read { connection in
            try connection.rows(
                """
                SELECT key, site, proof, counter FROM credential WHERE account = :account AND kind = 'passkey'
                """,
                ["account": account.id.rawValue],
                Self.passkey
            ).compactMap(\.self)
        }
    }

    /// The learner who has a passkey, and what is known of it; their account may be closed.
    package func owner(
        ofPasskey credential: [UInt8]
    ) throws(AccountsError) -> (Account, Passkey)? {
        try read { connection in
            let found = try connection.row(
                """
                SELECT key, site, proof, counter, account FROM credential WHERE key = :key AND kind = 'passkey'
                """,
                ["key": credential]
            ) { row in (passkey: try Self.passkey(row), account: row.int64(4)) }
            guard let found, let passkey = found.passkey else { return nil }
            let account = try Self.accounts(
                connection,
                SQL("WHERE id = ?", found.account)
            ).first
            return account.map { ($0, passkey) }
        }
    }

    /// Remembers how often a passkey says it has signed, by which a copy of it is noticed.
    package func count(_ signCount: UInt32, of passkey: Passkey) throws(AccountsError) {
        try write { connection in
            try connection.run(
                "UPDATE credential SET counter = :counter WHERE key = :key AND kind = 'passkey'",
                ["counter": Int64(signCount), "key": passkey.credential]
            )
        }
    }

    private static func passkey(_ row: AccountsRow) throws -> Passkey? {
        Passkey(
            relyingParty: row.text(1),
            credential: row.bytes(0),
            publicKey: row.bytes(2),
            salt: Passkey.unusedSalt,
            signCount: UInt32(clamping: row.int64(3))
        )
    }
}
