package import Notes
internal import Recall
internal import SQLite

/// Inserts many notes with their cards and logs.
///
/// It counts what triggers would count, and writes the counts once. An import that is much larger than the library goes
/// through the b-tree writer (`BTreeLibrary`) or, in a sealed library, into tables without indexes, which are recreated from
/// sorted rows at the end; building the indexes that only searches need is deferred. Dropping and recreating happens in one
/// transaction.
///
/// Between `init` and `finish` nothing else may add notes, cards or events.
package struct BulkWriter {
    private var notes: [DeckID: DeckCount] = [:]
    private var languageCombinations: [LanguageSetKey: Int] = [:]
    private var tallies = TallyTable()
    private let boundary: DayBoundary
    private var dropped: [(name: String, sql: String)] = []
    private let lastCard: Int64
    private var nextCard: Int64
    let library: BTreeLibrary?
    /// Whether the log has events of deleted notes, which may be those of the notes that are added.
    private let hasDeparted: Bool

    private struct LanguageSetKey: Hashable {
        var deck: DeckID
        var languages: String
    }

    /// - Parameters:
    ///   - count: Roughly how many notes will be added.
    ///   - knowsGUIDs: Whether `contains` will be called for GUIDs.
    package init(
        expecting count: Int,
        knowsGUIDs: Bool = false,
        with writer: borrowing Writer
    ) throws {
        hasDeparted = try writer.hasDepartedCards()
        // What is imported may have to be merged at the end, which a file that replaces the library would not do.
        let isWorthwhile =
            try !hasDeparted && !writer.hasWaitingFacts() && !writer.hasAbsorbed(.note)
            && Self.isWorthwhile(expecting: count, with: writer)
        lastCard = try writer.lastCard()
        nextCard = lastCard + 1
        boundary = try writer.tallyBoundary()
        library =
            isWorthwhile
            ? try BTreeLibrary(beside: writer, expecting: count, knowsGUIDs: knowsGUIDs) : nil
        if library == nil { try drop(withIndexes: isWorthwhile, with: writer) }
    }

    /// Drops the triggers, and optionally the indexes, that would slow down every insertion.
    private mutating func drop(withIndexes: Bool, with writer: borrowing Writer) throws {
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
            dropped.append((part.name, part.sql))
        }
    }

    /// Whether the b-tree writer is faster, which needs many more new notes than the library has.
    package static func isWorthwhile(
        expecting count: Int,
        with writer: borrowing Writer
    ) throws -> Bool {
        guard count >= minCount else { return false }
        let existing = try writer.connection.row("SELECT count(*) FROM note") { $0.int(0) } ?? 0
        return count / 4 >= existing
    }

    private static let minCount = 1_000

    /// For how many expected notes memory is reserved; limited, because a file may claim any number.
    package static func capacity(expecting count: Int) -> Int { min(count, 1 << 18) }

    /// Adds a new note with its cards.
    ///
    /// An event with the ID of another one gets a new ID.
    package mutating func add(_ imported: ImportedNote, with writer: borrowing Writer) throws {
        let note = imported.note
        let texts = imported.texts
        notes[note.deck, default: DeckCount()].add(imported.progress)
        if !texts.languages.isEmpty {
            let key = LanguageSetKey(deck: note.deck, languages: texts.languages)
            languageCombinations[key, default: 0] += 1
        }
        tally(imported)
        if let library { return try library.add(imported) }
        let connection = writer.connection
        try connection.run(
            """
            INSERT INTO note (
                id, guid, note_type, deck, word_type, latitude, longitude, made, changed, binned,
                answered, progress, fields, extras, prompt, introduced, has_new, languages,
                cards, is_suspended
            )
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { imported.put(id: note.id, into: &$0) }
        for tag in note.tags { try writer.add(tag, to: note.id) }
        for (card, log) in imported.cards {
            let number = CardNumber(rawValue: nextCard)
            try connection.run(
                """
                INSERT INTO card (
                    id, note, face, deck, position, is_suspended, burial, buried, flag, extras,
                    stability, difficulty, due, step, reviews, lapses, last_review, answered,
                    answered_event, answered_grade, stage, interval, last_day, leech_lapses,
                    dealing_deck, is_asked, reviewed
                )
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            ) { card.put(id: number, home: note.deck, into: &$0) }
            var free = FreeNumbers()
            for event in log {
                var event = event
                let id = event.id
                if hasDeparted, try writer.returnEvent(id, of: card.id, to: number) { continue }
                _ = try free.next(from: id.rawValue) { tried in
                    event.id = EventID(rawValue: tried)
                    return try !writer.insert(event, of: number)
                }
                guard event.id != id, card.answer?.event == id else { continue }
                try connection.run(
                    "UPDATE card SET answered_event = :event WHERE id = :card",
                    ["event": event.id, "card": number]
                )
            }
            nextCard += 1
        }
    }

    private mutating func tally(_ imported: ImportedNote) {
        for (card, log) in imported.cards where !log.isEmpty {
            let events = log.sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }
            tallies.add(
                TalliedAnswer.answers(in: events.map { TallyEvent($0) }, boundary),
                in: TallyGroup(
                    deck: card.marks.deck ?? imported.note.deck,
                    face: card.id.face
                )
            )
        }
    }

    /// Whether a note with the ID exists or was added.
    package func contains(_ note: NoteID, with writer: borrowing Writer) throws -> Bool {
        try library?.contains(note) ?? writer.noteExists(note)
    }

    /// Whether a note with the GUID exists or was added.
    package func contains(_ guid: NoteGUID, with writer: borrowing Writer) throws -> Bool {
        try library?.contains(guid) ?? (writer.note(guid: guid) != nil)
    }

    /// Writes the counts, and recreates the dropped triggers and indexes.
    ///
    /// - Parameter isLast: Whether the transaction reads no notes afterwards, so that another file may replace the library.
    package mutating func finish(isLast: Bool, with writer: borrowing Writer) throws {
        for (deck, count) in notes {
            try writer.connection.run(
                """
                UPDATE deck
                SET notes = notes + :notes, learning = learning + :learning,
                    known = known + :known
                WHERE id = :deck
                """,
                [
                    "deck": deck, "notes": count.notes, "learning": count.learning,
                    "known": count.known,
                ]
            )
        }
        for (key, count) in languageCombinations {
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
        try writer.add(tallies)
        if let library {
            if isLast {
                writer.fileSwap.library = library
                return try writer.deferSearchIndexes()
            }
            try drop(withIndexes: true, with: writer)
            try library.insertRows(into: writer)
        }
        for (name, sql) in dropped {
            if Writer.searchIndexes.contains(name) {
                try writer.deferIndex(sql)
            } else {
                try writer.recreate(sql, separatingDuplicatesAfter: lastCard)
            }
        }
        dropped = []
    }
}

extension Writer {
    /// Recreates an index or a trigger from its SQL.
    ///
    /// Two cards may have been answered at the same moment, so that their events have the same ID. Events of cards after the
    /// given one then get new IDs.
    func recreate(_ sql: String, separatingDuplicatesAfter card: Int64) throws {
        for _ in 0..<100 {
            if try succeeds(sql) { return }
            try separateDuplicates(after: card)
        }
        try connection.execute(script: sql)
    }

    /// False if existing rows violate a constraint.
    private func succeeds(_ sql: String) throws -> Bool {
        do {
            try connection.execute(script: sql)
            return true
        } catch {
            guard .constraint ~= error.code else { throw error }
            return false
        }
    }

    /// Gives new IDs to events of newly added cards whose ID is not unique.
    private func separateDuplicates(after card: Int64) throws {
        let duplicates = try connection.rows(
            """
            SELECT card, id
            FROM event
            WHERE id IN (SELECT id FROM event GROUP BY id HAVING count(*) > 1)
            ORDER BY id, card
            """
        ) { (card: $0.int64(0), id: $0.int64(1)) }
        var last: Int64?
        for duplicate in duplicates {
            defer { last = duplicate.id }
            guard duplicate.id == last, duplicate.card > card else { continue }
            // The increment depends on the card, so that the next round finds fewer duplicates.
            let values: StatementArguments = [
                "new": duplicate.id &+ 1 &+ duplicate.card % 1_024, "card": duplicate.card,
                "old": duplicate.id,
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
