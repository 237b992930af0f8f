public import Notes
internal import SQLite

/// A browser that may come from another machine.
public struct PairedBrowser: Hashable, Sendable {
    /// Its number within this library.
    public var number: Int64
    /// What the learner calls it.
    public var name: String
    /// When it was paired.
    public var paired: Moment
    /// When it was last here, give or take an hour.
    public var seen: Moment
}

extension Reading where Self: ~Copyable {
    /// The browser whose token has that hash.
    public func browser(tokenDigest: [UInt8]) throws -> PairedBrowser? {
        try connection.row(
            """
            SELECT id, name, paired, seen
            FROM browser
            WHERE token_digest = :token_digest
            """,
            ["token_digest": tokenDigest]
        ) {
            PairedBrowser(
                number: $0.int64(0),
                name: $0.text(1),
                paired: $0.moment(2),
                seen: $0.moment(3)
            )
        }
    }
}

extension Writer {
    /// Adds a browser; of its token only the hash is kept.
    public func insertBrowser(name: String, tokenDigest: [UInt8], at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO browser (token_digest, name, paired, seen)
            VALUES (:token_digest, :name, :moment, :moment)
            """,
            ["token_digest": tokenDigest, "name": name, "moment": moment]
        )
    }

    /// Writes down that a browser is here.
    public func see(_ browser: PairedBrowser, at moment: Moment) throws {
        try connection.run(
            """
            UPDATE browser
            SET seen = :seen
            WHERE id = :id
            """,
            ["id": browser.number, "seen": moment]
        )
    }
}
