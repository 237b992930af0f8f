internal import Languages
package import Notes
internal import Recall
internal import SQLite

/// Writes a great many notes with their cards and logs.
///
/// What triggers count is counted here and written once, and where much more comes than is there, indexes are built at
/// the end, when all rows can be sorted, or after it, where only searches need them. Triggers and indexes are those of
/// the file, by their own words, and the transaction that takes them away brings them back, or leaves word, or was never
/// there.
///
/// Between `init` and `finish` nothing else may add notes or cards.
package struct BulkWriter {
    private var notes: [DeckID: (count: Int, remembered: Int)] = [:]
    private var languageSets: [LanguageSetKey: Int] = [:]
    /// What was taken away, each by its name and its SQL.
    private var schema: [(name: String, sql: String)] = []
    private let lastCard: Int64
    private var nextCard: Int64
    private let laid: LaidLibrary?

    private struct LanguageSetKey: Hashable {
        var deck: DeckID
        var languages: String
    }

    /// Begins.
    ///
    /// - Parameters:
    ///   - count: How many notes will come, more or less.
    ///   - knowsGUIDs: Whether it is to tell which guids are there.
    package init(
        expecting count: Int,
        knowsGUIDs: Bool = false,
        with writer: borrowing Writer
    ) throws {
        let isWorthwhile = try Self.isWorthwhile(expecting: count, with: writer)
        lastCard = try writer.lastCard()
        nextCard = lastCard + 1
        laid =
            isWorthwhile
            ? try LaidLibrary(beside: writer, expecting: count, knowsGUIDs: knowsGUIDs) : nil
        if laid == nil { try takeAway(withIndexes: isWorthwhile, with: writer) }
    }

    /// Takes away what would slow down each row.
    private mutating func takeAway(withIndexes: Bool, with writer: borrowing Writer) throws {
        let parts = try writer.connection.rows(
            """
            SELECT type, name, sql
            FROM sqlite_schema
            WHERE tbl_name IN ('note', 'card', 'event', 'note_tag')
            AND (
                (type = 'index' AND sql IS NOT NULL AND :with_indexes)
                OR (
                    type = 'trigger' AND sql LIKE '% AFTER INSERT ON %'
                    AND name <> 'note_search_inserted'
                )
            )
            ORDER BY rowid
            """,
            ["with_indexes": withIndexes]
        ) { (type: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
        for part in parts {
            try writer.connection.execute(script: "DROP \(part.type) \"\(part.name)\"")
            schema.append((part.name, part.sql))
        }
    }

    /// Whether so many notes are written faster like this than one by one: where much more comes than is there.
    package static func isWorthwhile(
        expecting count: Int,
        with writer: borrowing Writer
    ) throws -> Bool {
        guard count >= leastCount else { return false }
        let here = try writer.connection.row("SELECT count(*) FROM note") { $0.int(0) } ?? 0
        return count / 4 >= here
    }

    private static let leastCount = 1_000

    /// For how many of the notes that are to come room is made beforehand: a file may be taken to bring any number.
    package static func room(expecting count: Int) -> Int { min(count, 1 << 18) }

    /// Adds a note that is not there, with its cards, of which none is.
    ///
    /// An event whose id another has gets another one.
    package mutating func add(_ whole: WholeNote, with writer: borrowing Writer) throws {
        let note = whole.note
        let texts = whole.texts
        notes[note.deck, default: (0, 0)].count += 1
        if whole.answer?.grade.isRemembered == true { notes[note.deck]?.remembered += 1 }
        if !texts.languages.isEmpty {
            let key = LanguageSetKey(deck: note.deck, languages: texts.languages)
            languageSets[key, default: 0] += 1
        }
        if let laid { return try laid.add(whole) }
        let connection = writer.connection
        try connection.run(
            """
            INSERT INTO note
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { whole.put(id: note.id, into: &$0) }
        for tag in note.tags { try writer.add(tag, to: note.id) }
        for (card, log) in whole.cards {
            let number = CardNumber(rawValue: nextCard)
            try connection.run(
                """
                INSERT INTO card
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            ) { card.put(id: number, home: note.deck, into: &$0) }
            for event in log { _ = try writer.appendAnew(event, of: number) }
            nextCard += 1
        }
    }

    /// Whether a note of that id is there, or was added.
    package func holds(_ note: NoteID, with writer: borrowing Writer) throws -> Bool {
        try laid?.holds(note) ?? writer.isTaken(note)
    }

    /// Whether a note of that guid is there, or was added.
    package func holds(_ guid: NoteGUID, with writer: borrowing Writer) throws -> Bool {
        try laid?.holds(guid) ?? (writer.note(guid: guid) != nil)
    }

    /// Writes what was counted, and brings back what was taken away.
    ///
    /// - Parameter isLast: Whether the transaction looks at no note any more.
    package mutating func finish(isLast: Bool, with writer: borrowing Writer) throws {
        for (deck, count) in notes {
            try writer.connection.run(
                """
                UPDATE deck
                SET notes = notes + :notes, remembered = remembered + :remembered
                WHERE id = :deck
                """,
                ["deck": deck, "notes": count.count, "remembered": count.remembered]
            )
        }
        for (key, count) in languageSets {
            try writer.connection.run(
                """
                INSERT INTO language_set (deck, languages, notes)
                VALUES (:deck, :languages, :notes)
                ON CONFLICT (deck, languages) DO UPDATE
                SET notes = notes + excluded.notes
                """,
                ["deck": key.deck, "languages": key.languages, "notes": count]
            )
        }
        if let laid {
            if isLast {
                writer.successor.library = laid
                return try writer.deferSearchIndexes()
            }
            try takeAway(withIndexes: true, with: writer)
            try laid.pour(into: writer)
        }
        for (name, sql) in schema {
            if Writer.searchIndexes.contains(name) {
                try writer.deferIndex(sql)
            } else {
                try writer.bringBack(sql, partingTwinsAfter: lastCard)
            }
        }
        schema = []
    }
}

extension Writer {
    /// Brings back an index or a trigger by its SQL.
    ///
    /// Two cards may have been answered at the same moment, and their events have the same id: of those whose cards came
    /// after a certain one.
    func bringBack(_ sql: String, partingTwinsAfter card: Int64) throws {
        for _ in 0..<100 {
            if try isMade(by: sql) { return }
            try partTwins(after: card)
        }
        try connection.execute(script: sql)
    }

    /// Makes something of the schema; false where rows stand in its way.
    private func isMade(by sql: String) throws -> Bool {
        do {
            try connection.execute(script: sql)
            return true
        } catch {
            guard .constraint ~= error.code else { throw error }
            return false
        }
    }

    /// Gives events that have the id of another a new one: those of the cards that were just added.
    private func partTwins(after card: Int64) throws {
        let twins = try connection.rows(
            """
            SELECT card, id
            FROM event
            WHERE id IN (SELECT id FROM event GROUP BY id HAVING count(*) > 1)
            ORDER BY id, card
            """
        ) { (card: $0.int64(0), id: $0.int64(1)) }
        var last: Int64?
        for twin in twins {
            defer { last = twin.id }
            guard twin.id == last, twin.card > card else { continue }
            // Each goes a way of its own, so that the next look finds fewer.
            let values: Arguments = [
                "new": twin.id &+ 1 &+ twin.card % 1_024, "card": twin.card, "old": twin.id,
            ]
            try connection.run(
                "UPDATE event SET id = :new WHERE card = :card AND id = :old",
                values
            )
            try connection.run(
                "UPDATE event SET retracted = :new WHERE card = :card AND retracted = :old",
                values
            )
            try connection.run(
                "UPDATE card SET answered_event = :new WHERE id = :card AND answered_event = :old",
                values
            )
        }
    }
}
