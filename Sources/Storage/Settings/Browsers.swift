package import Notes
internal import SQLite

/// A paired browser on another machine.
package struct BrowserRow: Hashable, Sendable {
    package var number: Int64
    package var name: String
    package var paired: Moment
    /// When it was last used, accurate to an hour.
    package var seen: Moment
}

/// All paired browsers, to be transferred to another library.
package struct PairedBrowsers: Sendable {
    fileprivate var rows: [(browser: BrowserRow, tokenDigest: [UInt8])] = []
    /// The last assigned number, even if its browser has been removed.
    fileprivate var lastNumber: Int64 = 0

    package static let none = PairedBrowsers()
}

extension Reading where Self: ~Copyable {
    package func browser(tokenDigest: [UInt8]) throws -> BrowserRow? {
        try connection.row(
            """
            SELECT id, name, paired, seen
            FROM browser
            WHERE token_digest = :token_digest
            """,
            ["token_digest": tokenDigest]
        ) { BrowserRow($0) }
    }

    /// All browsers, the last used first.
    package func browsers() throws -> [BrowserRow] {
        try connection.rows(
            """
            SELECT id, name, paired, seen
            FROM browser
            ORDER BY seen DESC, id DESC
            """
        ) { BrowserRow($0) }
    }

    /// All browsers with their token hashes.
    package func pairedBrowsers() throws -> PairedBrowsers {
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
        return PairedBrowsers(rows: rows, lastNumber: last ?? 0)
    }
}

extension Writer {
    /// Replaces all browsers with those of another library.
    package func replaceBrowsers(with other: PairedBrowsers) throws {
        try connection.run("DELETE FROM browser")
        for (browser, tokenDigest) in other.rows {
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
            ["last": other.lastNumber]
        )
    }

    /// Adds a browser; only the hash of its token is stored.
    package func insertBrowser(name: String, tokenDigest: [UInt8], at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO browser (token_digest, name, paired, seen)
            VALUES (:token_digest, :name, :moment, :moment)
            """,
            ["token_digest": tokenDigest, "name": name, "moment": moment]
        )
    }

    /// Stores when a browser was used.
    package func recordUse(of browser: BrowserRow, at moment: Moment) throws {
        try connection.run(
            """
            UPDATE browser
            SET seen = :seen
            WHERE id = :id
            """,
            ["id": browser.number, "seen": moment]
        )
    }

    /// Removes a browser, so that its token is no longer valid; false if there is none with this number.
    package func deleteBrowser(_ number: Int64) throws -> Bool {
        try connection.hasRow(
            """
            DELETE FROM browser
            WHERE id = :id
            RETURNING id
            """,
            ["id": number]
        )
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
