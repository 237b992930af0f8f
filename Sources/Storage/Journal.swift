package import Notes
internal import SQLite

/// One change as the journal tells of it.
package struct JournalEntry: Hashable, Sendable {
    /// Names it.
    package var id: ChangeID
    /// When it was made.
    package var moment: Moment
    /// The number of the paired browser that made it; nil where none needs to be paired.
    package var browser: Int64?
    /// What it was, in words.
    package var says: String
    /// When it was taken back, if it is.
    package var undone: Moment?
}

/// What it takes to take a change back.
package struct ChangeContent: Codable, Sendable {
    /// What it replaced, in order.
    package var replacements: [Replacement]
    /// What it added to the log; taken back by retractions.
    package var events: [StoredSetState]

    /// A content; unless told otherwise empty.
    package init(replacements: [Replacement] = [], events: [StoredSetState] = []) {
        self.replacements = replacements
        self.events = events
    }

    /// Whether nothing was changed at all.
    package var isEmpty: Bool { replacements.isEmpty && events.isEmpty }
}

extension Reading where Self: ~Copyable {
    /// The latest changes, newest first.
    package func journal(limit: Int) throws -> [JournalEntry] {
        try connection.rows(
            """
            SELECT id, moment, browser, change, undone
            FROM journal
            ORDER BY id DESC
            LIMIT :limit
            """,
            ["limit": limit]
        ) { JournalEntry($0) }
    }

    /// One change, with what it replaced.
    package func journalEntry(_ id: ChangeID) throws -> (
        entry: JournalEntry, content: ChangeContent
    )? {
        try connection.row(
            """
            SELECT id, moment, browser, change, undone, replaced
            FROM journal
            WHERE id = :id
            """,
            ["id": id]
        ) { row in
            let place: (table: StaticString, column: StaticString) = ("journal", "replaced")
            return (
                JournalEntry(row),
                try StoredJSON.read(row, 5, as: ChangeContent.self, in: place)
            )
        }
    }

    /// The latest change of a browser that is not taken back.
    package func latestChange(by browser: Int64?) throws -> ChangeID? {
        try connection.row(
            """
            SELECT id
            FROM journal
            WHERE browser IS :browser
            AND undone IS NULL
            ORDER BY id DESC
            LIMIT 1
            """,
            ["browser": browser]
        ) { $0.id(0) }
    }

    /// The change of a browser that it took back last, unless it has changed something since.
    package func latestUndone(by browser: Int64?) throws -> ChangeID? {
        try connection.row(
            """
            SELECT id
            FROM journal
            WHERE browser IS :browser
            AND undone IS NOT NULL
            AND id > coalesce(
                (SELECT max(id) FROM journal WHERE browser IS :browser AND undone IS NULL), 0
            )
            ORDER BY undone DESC, id
            LIMIT 1
            """,
            ["browser": browser]
        ) { $0.id(0) }
    }
}

extension Writer {
    /// Writes a change into the journal, and forgets this browser's changes but for the latest `depth`.
    package func journal(
        _ says: String,
        _ content: ChangeContent,
        by browser: Int64?,
        at moment: Moment,
        depth: Int
    ) throws -> ChangeID {
        let id = try connection.row(
            """
            INSERT INTO journal (moment, browser, change, replaced)
            VALUES (:moment, :browser, :change, :replaced)
            RETURNING id
            """,
            [
                "moment": moment, "browser": browser, "change": says,
                "replaced": try content.text(),
            ]
        ) { $0.id(0, as: ChangeID.self) }
        guard let id else { preconditionFailure("A row that was inserted has no id") }
        try connection.run(
            """
            DELETE FROM journal
            WHERE browser IS :browser
            AND id <= (
                SELECT id
                FROM journal
                WHERE browser IS :browser
                ORDER BY id DESC
                LIMIT 1 OFFSET :depth
            )
            """,
            ["browser": browser, "depth": depth]
        )
        return id
    }

    /// Says of a change that it is taken back, or that it holds again, and what it added to the log this time.
    package func setJournal(
        _ id: ChangeID,
        undone: Moment?,
        content: ChangeContent
    ) throws {
        try connection.run(
            """
            UPDATE journal
            SET undone = :undone, replaced = :replaced
            WHERE id = :id
            """,
            ["id": id, "undone": undone, "replaced": try content.text()]
        )
    }
}

extension JournalEntry {
    init(_ row: borrowing Row) {
        self.init(
            id: row.id(0),
            moment: row.moment(1),
            browser: row.int64OrNil(2),
            says: row.text(3),
            undone: row.momentOrNil(4)
        )
    }
}
