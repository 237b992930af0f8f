internal import SQLite
package import Vault

/// What a learner chooses to sign in with.
package enum NewCredential: Sendable {
    /// Replaces the passphrase before it.
    case passphrase(Passphrase)
    case passkey(Passkey)
}

struct CredentialRow: Sendable {
    let kind: String
    let key: [UInt8]
    let site: String
    let proof: [UInt8]
    let counter: Int64

    /// Takes a while and much memory for a passphrase, and belongs therefore before the transaction that stores it.
    init(_ credential: NewCredential) throws(AccountsError) {
        switch credential {
        case .passphrase(let passphrase):
            (kind, key, site, counter) = ("passphrase", [], "", 0)
            do throws(VaultError) {
                proof = Array(try PassphraseProof(of: passphrase).text.utf8)
            } catch {
                throw .noMemory
            }
        case .passkey(let passkey):
            (kind, key, site) = ("passkey", passkey.credential, passkey.relyingParty)
            (proof, counter) = (passkey.publicKey, Int64(passkey.signCount))
        }
    }

    func store(
        for account: Account,
        at now: Int64,
        _ connection: AccountsConnection
    ) throws {
        if kind == "passkey" {
            // Whoever registered another's would keep its owner out.
            let owner = try connection.row(
                "SELECT account FROM credential WHERE key = :key AND kind = 'passkey'",
                ["key": key]
            ) { $0.int64(0) }
            guard owner == nil || owner == account.id.rawValue else {
                throw AccountsError.passkeyOfAnother
            }
        }
        try connection.run(
            """
            INSERT INTO credential (account, kind, key, site, proof, counter, made)
            VALUES (:account, :kind, :key, :site, :proof, :counter, :now)
            ON CONFLICT (account, kind, key) DO UPDATE
            SET site = excluded.site, proof = excluded.proof, counter = excluded.counter,
                made = excluded.made
            """,
            [
                "account": account.id.rawValue, "kind": kind, "key": key, "site": site,
                "proof": proof, "counter": counter, "now": now,
            ]
        )
    }
}
