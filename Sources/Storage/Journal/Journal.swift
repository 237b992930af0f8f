package import Notes
internal import SQLite

package struct JournalEntry: Hashable, Sendable {
    package var id: ChangeID
    package var moment: Moment
    package var summary: String
    package var undone: Moment?
}

/// What is needed to undo a change.
package struct ChangeContent: Codable, Sendable {
    package var replacements: [UndoStep]
    /// The events that it added to the log; undone by retractions.
    package var events: [StoredSetState]

    package init(replacements: [UndoStep] = [], events: [StoredSetState] = []) {
        self.replacements = replacements
        self.events = events
    }

    package var isEmpty: Bool { replacements.isEmpty && events.isEmpty }
}

extension Reading where Self: ~Copyable {
    package func journal(limit: Int) throws -> [JournalEntry] {
        try connection.rows(
            """
            SELECT id, moment, change, undone
            FROM journal
            ORDER BY id DESC
            LIMIT :limit
            """,
            ["limit": limit]
        ) { JournalEntry($0) }
    }

    package func journalEntry(_ id: ChangeID) throws -> (
        entry: JournalEntry, content: ChangeContent
    )? {
        try connection.row(
            """
            SELECT id, moment, change, undone, replaced
            FROM journal
            WHERE id = :id
            """,
            ["id": id]
        ) { row in
            let content = try StoredJSON.read(
                row,
                4,
                as: ChangeContent.self,
                in: ("journal", "replaced")
            )
            return (JournalEntry(row), content)
        }
    }

    /// The latest change of a browser that was not undone.
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

    /// The change that a browser undid last, unless it has changed something since.
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
    /// Adds a change to the journal, and deletes this browser's changes except the latest `depth`.
    package func recordChange(
        _ summary: String,
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
                "moment": moment, "browser": browser, "change": summary,
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

    /// Replaces the summary and the content of a change to which another part was added; false if it does not exist.
    package func extendChange(
        _ id: ChangeID,
        _ summary: String,
        _ content: ChangeContent
    ) throws -> Bool {
        try connection.run(
            """
            UPDATE journal
            SET change = :change, replaced = :replaced
            WHERE id = :id
            """,
            ["id": id, "change": summary, "replaced": try content.text()]
        ) == 1
    }

    /// Marks a change as undone or redone, and stores the events that this added to the log.
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
            summary: row.text(2),
            undone: row.momentOrNil(3)
        )
    }
}
