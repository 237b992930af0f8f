package import Notes
internal import SQLite

/// A browser that may come from another machine.
package struct BrowserRow: Hashable, Sendable {
    /// Its number within this library.
    package var number: Int64
    /// What the learner calls it.
    package var name: String
    /// When it was paired.
    package var paired: Moment
    /// When it was last here, give or take an hour.
    package var seen: Moment
}

extension Reading where Self: ~Copyable {
    /// The browser whose token has that hash.
    package func browser(tokenDigest: [UInt8]) throws -> BrowserRow? {
        try connection.row(
            """
            SELECT id, name, paired, seen
            FROM browser
            WHERE token_digest = :token_digest
            """,
            ["token_digest": tokenDigest]
        ) {
            BrowserRow($0)
        }
    }

    /// All browsers, those that were here last first.
    package func browsers() throws -> [BrowserRow] {
        try connection.rows(
            """
            SELECT id, name, paired, seen
            FROM browser
            ORDER BY seen DESC, id DESC
            """
        ) { BrowserRow($0) }
    }
}

/// All browsers that may come from elsewhere, as one library hands them on to another.
package struct KnownBrowsers: Sendable {
    fileprivate var rows: [(browser: BrowserRow, tokenDigest: [UInt8])] = []
    /// The last number that was given, perhaps to one that was sent away since.
    fileprivate var lastNumber: Int64 = 0

    /// None at all.
    package static let none = KnownBrowsers()
}

extension Reading where Self: ~Copyable {
    /// All browsers with what knows them again.
    package func knownBrowsers() throws -> KnownBrowsers {
        let rows = try connection.rows(
            """
            SELECT id, name, paired, seen, token_digest
            FROM browser
            """
        ) { (browser: BrowserRow($0), tokenDigest: $0.bytes(4)) }
        let last = try connection.row(
            """
            SELECT seq
            FROM sqlite_sequence
            WHERE name = 'browser'
            """
        ) { $0.int64(0) }
        return KnownBrowsers(rows: rows, lastNumber: last ?? 0)
    }
}

extension Writer {
    /// Lets those browsers in that may come to another library, and no others.
    package func replaceBrowsers(with known: KnownBrowsers) throws {
        try connection.run("DELETE FROM browser")
        for (browser, tokenDigest) in known.rows {
            try connection.run(
                """
                INSERT INTO browser (id, token_digest, name, paired, seen)
                VALUES (:id, :token_digest, :name, :paired, :seen)
                """,
                [
                    "id": browser.number, "token_digest": tokenDigest, "name": browser.name,
                    "paired": browser.paired, "seen": browser.seen,
                ]
            )
        }
        try connection.run(
            """
            UPDATE sqlite_sequence
            SET seq = max(seq, :last)
            WHERE name = 'browser'
            """,
            ["last": known.lastNumber]
        )
    }

    /// Adds a browser; of its token only the hash is kept.
    package func insertBrowser(name: String, tokenDigest: [UInt8], at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO browser (token_digest, name, paired, seen)
            VALUES (:token_digest, :name, :moment, :moment)
            """,
            ["token_digest": tokenDigest, "name": name, "moment": moment]
        )
    }

    /// Writes down that a browser is here.
    package func see(_ browser: BrowserRow, at moment: Moment) throws {
        try connection.run(
            """
            UPDATE browser
            SET seen = :seen
            WHERE id = :id
            """,
            ["id": browser.number, "seen": moment]
        )
    }

    /// Takes a browser away, and with it what its token opens; false where there is none of this number.
    package func deleteBrowser(_ number: Int64) throws -> Bool {
        try connection.row(
            """
            DELETE FROM browser
            WHERE id = :id
            RETURNING id
            """,
            ["id": number]
        ) { _ in true } ?? false
    }
}

extension BrowserRow {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            number: row.int64(0),
            name: row.text(1),
            paired: row.moment(2),
            seen: row.moment(3)
        )
    }
}
