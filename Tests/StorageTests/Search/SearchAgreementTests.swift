import Notes
import Recall
import SQLite
import TestChance
import TestFolder
import TestKey
import Testing

@testable import Storage

/// Every plan finds the same as testing every note, in the same order and page by page.
struct SearchAgreementTests {
    private static let terms = [
        "is:due", "is:new", "is:review", "is:suspended", "is:leech", "flag:1", "s>10", "d<5",
        "ivl>=21",
        "reps>3", "reps=0", "lapses>1", "due<7", "due=0", "rated:7", "rated:3:1", "added:7",
        "tag:x",
        "tag:y", "tag:none", "deck:Questions", "deck:More", "note:basic*", "type:noun", "w1", "w2",
        "*3*",
    ]

    /// Whether IDs contain when notes were made, and whether cards are in the decks of their notes.
    @Test(arguments: [true, false], [true, false])
    func agreesWithTestingEveryNote(isInOrder: Bool, isAtHome: Bool) throws {
        var chance = SplitMix(seed: isInOrder ? 7 : 11)
        let fresh = try Fresh()
        try fresh.fill(isInOrder: isInOrder, isAtHome: isAtHome, &chance)

        try fresh.database.read { reader in
            for _ in 0..<60 {
                try Self.expectAllResults(
                    SearchQuery(Self.query(&chance)),
                    by: NoteSort.allCases.randomElement(using: &chance) ?? .newest,
                    with: reader
                )
            }
        }
    }

    /// Cached results are the same as searching again, whatever was changed since.
    @Test(arguments: [true, false], [true, false])
    func agreesAfterChanges(isInOrder: Bool, isAtHome: Bool) throws {
        var chance = SplitMix(seed: isInOrder ? 3 : 13)
        let fresh = try Fresh()
        try fresh.fill(isInOrder: isInOrder, isAtHome: isAtHome, &chance)
        let queries = (0..<25).map { _ in SearchQuery(Self.query(&chance)) }

        for round in 0..<30 {
            try fresh.database.read { reader in
                for query in queries where Bool.random(using: &chance) {
                    let sort = Bool.random(using: &chance) ? NoteSort.newest : .oldest
                    try Self.expectAllResults(query, by: sort, with: reader)
                }
            }
            if round % 7 == 3 {
                try fresh.changeAsAnotherProgram(&chance)
            } else if round % 7 == 5 {
                try? fresh.database.write { writer in
                    try fresh.change(with: writer, &chance)
                    throw StorageError.full
                }
            }
            // Some change too many notes to look at each.
            let count = round % 10 == 9 ? 300 : Int.random(in: 0...4, using: &chance)
            for _ in 0..<min(count, 4) {
                try fresh.database.write { writer in
                    for _ in 0..<max(count / 4, 1) { try fresh.change(with: writer, &chance) }
                }
            }
            if round % 4 == 2 { try fresh.changeAsAnotherProgram(&chance) }
        }
    }

    /// Notes that are not indexed yet are found too, with and without indexes of the tables.
    @Test(arguments: [true, false], [true, false])
    func agreesWhileNotesAreBeingIndexed(isInOrder: Bool, lacksIndexes: Bool) throws {
        var chance = SplitMix(seed: isInOrder ? 5 : 17)
        let fresh = try Fresh()
        try fresh.fill(isInOrder: isInOrder, isAtHome: !lacksIndexes, &chance)

        for round in 0..<8 {
            let queries = (0..<25).map { _ in SearchQuery(Self.query(&chance)) }
            func results() throws -> [FoundNotes] {
                try queries.flatMap { query in
                    try NoteSort.allCases.map {
                        try fresh.search(query.description, sort: $0, limit: 40)
                    }
                }
            }
            _ = try results()
            try fresh.database.write(deferringIndex: true) { writer in
                // The full-text index may contain all notes that were not changed, or none.
                if round % 4 == 3 { try writer.connection.execute(script: Migration.pairs.sql) }
                for _ in 0..<20 { try fresh.change(with: writer, &chance) }
                guard lacksIndexes else { return }
                try writer.deferSearchIndexes()
                for index in Writer.searchIndexes {
                    try writer.connection.execute(script: "DROP INDEX \(index)")
                }
            }

            var early = [try results(), try results()]
            #expect(try fresh.database.needsIndexing())
            while try fresh.database.indexNextPart() { early.append(try results()) }

            let expected = try results()
            for found in early {
                for (found, expected) in zip(found, expected) { #expect(found == expected) }
            }
        }
    }

    private static func expectAllResults(
        _ query: SearchQuery,
        by sort: NoteSort,
        with reader: borrowing Reader
    ) throws {
        let day = SearchDay(now: .some, offset: 0, boundary: DayBoundary())
        var compiler = try reader.searchCompiler(on: day)
        let plans = try reader.plans(of: query, with: &compiler).flatMap(\.self)
        var expected: [NoteID] = []
        if !plans.isEmpty {
            let any = SQL(joining: plans.map(\.noteCondition), by: " OR ").parenthesized
            try reader.connection.forEach(
                PageOrder(sort).page(where: any, limit: 1_000)
            ) { expected.append($0.id(0)) }
        }

        var found: [NoteID] = []
        var after: NoteID?
        repeat {
            let page = try reader.search(query, sort: sort, limit: 30, after: after, on: day)
            #expect(page.total == expected.count, "\(query) \(sort)")
            found += page.notes
            after = page.next
        } while after != nil

        #expect(found == expected, "\(query) \(sort)")
        // Searches that use cached results, and those that don't count, find the same.
        for _ in 0..<2 {
            let first = try reader.search(query, sort: sort, limit: 20, isCounted: false, on: day)
            #expect(first.notes == Array(expected.prefix(20)), "\(query) \(sort)")
        }
    }

    private static func query(_ chance: inout SplitMix) -> String {
        let terms = (0..<Int.random(in: 1...4, using: &chance)).map { _ in
            (Bool.random(using: &chance) ? "" : "-")
                + (Self.terms.randomElement(using: &chance) ?? "")
        }
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: return terms.joined(separator: " or ")
        case 1: return "-(\(terms.joined(separator: " or ")))"
        case 2: return "(\(terms.joined(separator: " or "))) \(terms[0])"
        default: return terms.joined(separator: " ")
        }
    }
}

extension Fresh {
    /// Inserts eighty random notes with up to two cards each.
    fileprivate func fill(
        isInOrder: Bool,
        isAtHome: Bool,
        _ chance: inout SplitMix
    ) throws {
        let day: Int64 = 86_400_000
        let now = Moment.some.milliseconds
        try database.write { writer in
            let more = try #require(DeckName("More"))
            try writer.insert(Deck(id: DeckID(rawValue: 2), name: more), at: .some)
            for index in 1...80 as ClosedRange<Int64> {
                let made = now - Int64.random(in: 0...20, using: &chance) * day + index
                var note = note(
                    isInOrder ? made << 21 : index,
                    in: DeckID(rawValue: Int64.random(in: 1...2, using: &chance))
                )
                note.made = Moment(milliseconds: made)
                note.changed = Moment(milliseconds: made + Int64.random(in: 0...9, using: &chance))
                note.wordType = Bool.random(using: &chance) ? .noun : nil
                note.tags = ["x", "y", "x::z"].filter { _ in
                    Int.random(in: 0...3, using: &chance) == 0
                }
                .compactMap { TagName($0) }
                let words = (0..<3).map { _ in "w\(Int.random(in: 1...9, using: &chance))" }
                note.values = [1: FieldValue(words.joined(separator: " ")), 2: FieldValue("a")]
                note.binned = index % 11 == 0 ? .some : nil
                try writer.insert(note)
                for face in 0..<Int.random(in: 0...2, using: &chance) {
                    let card = try writer.insertCard(
                        of: note.id,
                        face: .template(face == 0 ? 1 : 2)
                    )
                    try writer.connection.execute(
                        script: Self.randomState(of: card.rawValue, isAtHome: isAtHome, &chance)
                    )
                }
            }
        }
    }

    /// Makes a random change to a note, its tags or a card.
    fileprivate func change(with writer: borrowing Writer, _ chance: inout SplitMix) throws {
        let notes = try writer.connection.rows("SELECT id FROM note") { $0.id(0) as NoteID }
        let cards = try writer.connection.rows("SELECT id FROM card") { $0.int64(0) }
        guard let id = notes.randomElement(using: &chance), let tag = TagName("x"),
            let card = cards.randomElement(using: &chance)
        else { return }
        let number = Int.random(in: 1...9, using: &chance)
        switch Int.random(in: 0..<10, using: &chance) {
        case 0:
            let latest = notes.max().map { $0.rawValue + 1 } ?? 1
            var new = note(latest, in: DeckID(rawValue: Int64.random(in: 1...2, using: &chance)))
            new.made = Moment(milliseconds: latest >> 21)
            new.values = [1: FieldValue("w\(number) w2"), 2: FieldValue("a")]
            new.tags = [tag]
            try writer.insert(new)
        case 1: try writer.add(tag, to: id)
        case 2: try writer.remove(tag, from: id)
        case 3:
            try writer.connection.execute(
                script: """
                    UPDATE note SET fields = '{"1":{"text":"w\(number) w1"}}' WHERE id = \(id.rawValue)
                    """
            )
        case 4:
            try writer.connection.execute(
                script: """
                    UPDATE note SET binned = iif(binned IS NULL, 1, NULL) WHERE id = \(id.rawValue)
                    """
            )
        case 5:
            try writer.connection.execute(
                script: "UPDATE note SET deck = 3 - deck WHERE id = \(id.rawValue)"
            )
        case 6: try writer.connection.execute(script: "DELETE FROM card WHERE id = \(card)")
        case 7 where number < 3:
            try writer.connection.execute(script: "DELETE FROM note WHERE id = \(id.rawValue)")
        default:
            try writer.connection.execute(
                script: """
                    UPDATE card SET is_suspended = \(number % 2), flag = \(number % 3),
                        stage = \(number % 4), due = \(Moment.some.milliseconds) + \(number - 5) * 86400000,
                        reviews = \(number), lapses = \(number), stability = 3 * \(number),
                        difficulty = \(number), interval = 4 * \(number)
                    WHERE id = \(card)
                    """
            )
        }
    }

    /// Flags some cards through a separate connection.
    fileprivate func changeAsAnotherProgram(_ chance: inout SplitMix) throws {
        let path = folder.path("a.omena")
        let connection = try Connection(
            path: path,
            in: TestKey.files(at: path),
            access: .write,
            applicationID: Database.applicationID
        )
        let flag = Int.random(in: 0...2, using: &chance)
        try connection.execute(script: "UPDATE card SET flag = \(flag) WHERE id % 3 = 0")
        try connection.close()
    }

    /// SQL that sets a random state of a card and inserts a matching review.
    private static func randomState(
        of card: Int64,
        isAtHome: Bool,
        _ chance: inout SplitMix
    ) -> String {
        func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &chance) }
        let now = Moment.some.milliseconds
        let marks = """
            UPDATE card SET is_suspended = \(number(0...4) / 4), flag = \(number(0...2)),
                deck = \(isAtHome || number(0...3) > 0 ? "NULL" : "\(number(1...2))")
                WHERE id = \(card);
            """
        guard number(0...2) > 0 else { return marks }
        let reviewed = now - number(0...20) * 86_400_000
        return marks + """
            UPDATE card SET stage = \(number(0...3)), due = \(now + number(-9...9) * 86_400_000),
                interval = \(number(0...40)), reviews = \(number(0...9)), lapses = \(number(0...9)),
                stability = \(number(0...40)), difficulty = \(number(1...10)), last_day = 20833,
                reviewed = \(reviewed) WHERE id = \(card);
            INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode)
                VALUES (\(card), \(reviewed), \(card), 0, 0, \(number(1...4)), 1000, 3);
            """
    }
}
