internal import SQLite
internal import Sodium

/// Tokens that only this server can have issued, each for one name, so that one that is made up is refused before anything of
/// a learner is looked for.
extension Accounts {
    /// What a token shows of whoever has it.
    package enum TokenUse: String, Sendable {
        /// It is a copy of the learner's library, and was paired.
        case peer
        /// It is a browser in which the learner has signed in before.
        case browser
    }

    package func issueToken(
        for use: TokenUse,
        to name: LearnerName
    ) throws(AccountsError) -> String {
        let (random, key) = (Token().text, try tokenKey())
        return "\(random).\(Self.seal(random, for: use, to: name.text, with: key))"
    }

    /// Whether a token was issued for this use to the learner with this name, who may not exist any more.
    ///
    /// - Parameter name: In small letters.
    package func hasIssued(
        _ token: String,
        for use: TokenUse,
        to name: String
    ) throws(AccountsError) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        return try read(Self.tokenKeys).contains { key in
            let seal = Self.seal(String(parts[0]), for: use, to: name, with: key)
            return ConstantTime.areEqual(parts[1].utf8, seal.utf8)
        }
    }

    private static func seal(
        _ random: String,
        for use: TokenUse,
        to name: String,
        with key: [UInt8]
    ) -> String {
        let content = Array("\(use.rawValue) \(name) \(random)".utf8)
        return Hexadecimal.text(of: Digest.keyed(SecretBytes(key), of: content))
    }

    /// The key for new tokens, made when it is first needed.
    private func tokenKey() throws(AccountsError) -> [UInt8] {
        if let key = try read(Self.tokenKeys).first { return key }
        let now = now()
        return try write { connection in
            // Another process may have been faster.
            if let key = try Self.tokenKeys(connection).first { return key }
            let key = SecureGenerator.bytes(count: Digest.size)
            try connection.run(
                "INSERT INTO token_key (key, made) VALUES (:key, :now)",
                ["key": key, "now": now]
            )
            return key
        }
    }

    /// The oldest first; there are several where accounts came from another server.
    private static func tokenKeys(_ connection: AccountsConnection) throws -> [[UInt8]] {
        try connection.rows("SELECT key FROM token_key ORDER BY made, key") { $0.bytes(0) }
    }
}
