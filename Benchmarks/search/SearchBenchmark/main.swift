import Glibc
import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage

// SearchBenchmark make LIBRARY TSV    writes a library with the notes of a table (see `compare.py`)
// SearchBenchmark search LIBRARY      reads queries, one a line, and prints the total and the times in ms for each
// SearchBenchmark add LIBRARY         prints the median time of a transaction that writes one row, and of one that adds a note

let arguments = CommandLine.arguments
let now = Moment(milliseconds: 1_800_000_000_000)
let usesProcessorTime = getenv("OMENA_CLOCK").map { String(cString: $0) } == "processor"
switch (arguments.dropFirst().first, arguments.count) {
case ("make", 4): try make(arguments[2], from: arguments[3])
case ("search", 3): try answer(from: arguments[2])
case ("add", 3): try add(to: arguments[2])
default: stop("usage: SearchBenchmark make LIBRARY TSV | search LIBRARY | add LIBRARY", code: 2)
}

func stop(_ message: String, code: Int32) -> Never {
    let line = Array("SearchBenchmark: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(code)
}

/// Writes a library from a table; reviews are only there for the size of the log.
func make(_ path: String, from table: String) throws {
    try Library.open(at: path) { now }.close()
    let database = try Database(path: path, now: now)
    try database.write { writer in
        // Entries of indexes are inserted in random order; without enough memory, each page is written again and again.
        try writer.connection.execute(script: "PRAGMA cache_size = -4000000")
        try writer.connection.run("DELETE FROM note")
        try writer.connection.run("DELETE FROM deck")
        var decks: [String: DeckID] = [:]
        var event: Int64 = 0
        guard let file = fopen(table, "r") else { stop("\(table) cannot be read", code: 1) }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while case let count = getline(&line, &capacity, file), count > 0, let line {
            let columns = String(cString: line).dropLast().split(
                separator: "\t",
                omittingEmptySubsequences: false
            )
            let made = Int64(columns[0]) ?? 0
            let name = String(columns[1])
            if decks[name] == nil {
                guard let deckName = DeckName(name) else {
                    stop("\(table) has an invalid deck name: \(name)", code: 1)
                }
                let deck = Deck(id: DeckID(rawValue: Int64(decks.count + 1)), name: deckName)
                try writer.insert(deck, at: now)
                decks[name] = deck.id
            }
            let id = NoteID(rawValue: made << 21)
            try writer.insert(
                Note(
                    id: id,
                    guid: NoteGUID(rawValue: "g\(made)"),
                    type: NoteType.basicAndReversed.id,
                    deck: decks[name] ?? DeckID(rawValue: 0),
                    values: [1: FieldValue(String(columns[3])), 2: FieldValue(String(columns[4]))],
                    tags: columns[2].split(separator: " ").compactMap { TagName($0) },
                    made: Moment(milliseconds: made)
                )
            )
            for face in 1...2 {
                let card = columns[4 + face].split(separator: ",").map { Double($0) ?? 0 }
                try insert(card, face, of: id, &event, writer)
            }
        }
    }
    while try database.indexNextPart() {}
    try database.close()
}

/// Writes a card from its stage, days until it is due, interval, reviews, lapses, stability, difficulty, days since the last
/// review, whether it is suspended, and flag.
func insert(
    _ card: [Double],
    _ face: Int,
    of note: NoteID,
    _ event: inout Int64,
    _ writer: borrowing Writer
) throws {
    let today = DayBoundary().day(of: now.milliseconds, offset: 0)
    let isNew = card[0] == 0
    func day(_ days: Double) -> Int64 { now.milliseconds + Int64(days) * 86_400_000 }
    let id = try writer.insertCard(
        of: note,
        face: .template(face == 1 ? 1 : 2)
    )
    if card[8] != 0 || card[9] != 0 {
        try writer.connection.run(
            """
            UPDATE card
            SET is_suspended = :is_suspended, flag = :flag
            WHERE id = :id
            """,
            ["is_suspended": Int(card[8]), "flag": Int(card[9]), "id": id]
        )
    }
    guard !isNew else { return }
    try writer.connection.run(
        """
        UPDATE card
        SET stage = :stage, due = :due, interval = :interval, reviews = :reviews, lapses = :lapses,
            stability = :stability, difficulty = :difficulty, last_review = :last_review,
            last_day = :last_day, reviewed = :last_review
        WHERE id = :id
        """,
        [
            "stage": Int(card[0]), "due": day(card[1]), "interval": Int(card[2]),
            "reviews": Int(card[3]), "lapses": Int(card[4]), "stability": card[5],
            "difficulty": card[6], "last_review": day(-card[7]),
            "last_day": today - Int(card[7]), "id": id,
        ]
    )
    for index in 0..<Int(card[3]) {
        event += 1
        try writer.connection.run(
            """
            INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode)
            VALUES (:card, :moment, :id, 0, 0, 3, 1000, 3)
            """,
            ["card": id, "moment": day(-card[7] - Double(index) * 3), "id": event]
        )
    }
}

/// Milliseconds of a monotonic clock, or with `OMENA_CLOCK=processor` of this process's processor time.
func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(usesProcessorTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

/// Times three things: the first page of IDs and the total, which is what `find_cards` returns; the page and the total with
/// everything that a list shows; and only the rows, for which somebody who types waits.
///
/// Before each of them, with `OMENA_CHANGING` a card is flagged or unflagged, and with `OMENA_FRESH` the library is reopened.
func answer(from path: String) throws {
    var library = try Library.open(at: path) { now }
    let oldest = try library.search("", sort: .oldest, limit: 1).rows.map(\.note.id)
    var changes: UInt8 = 0
    func time(_ body: () throws -> Void) throws -> Double {
        if getenv("OMENA_CHANGING") != nil {
            changes = 1 - changes
            _ = try library.act(
                .flag(5 * changes),
                on: oldest.map { CardID(note: $0, face: .template(1)) },
                by: nil,
                timeZoneOffset: 0
            )
        }
        if getenv("OMENA_FRESH") != nil {
            try library.close()
            library = try Library.open(at: path) { now }
        }
        let start = milliseconds()
        try body()
        return milliseconds() - start
    }
    while let query = readLine() {
        let found = try time { _ = try library.notes(matching: query, limit: 50) }
        var total = 0
        let shown = try time { total = try library.search(query, limit: 50).total }
        let first = try time { _ = try library.search(query, limit: 50, isCounted: false) }
        print(total, found, shown, first)
        // The other process waits for it.
        fflush(nil)
    }
    try library.close()
}

/// Times transactions that write one row, and such that add a note.
func add(to path: String) throws {
    let database = try Database(path: path, now: now)
    let deck = try database.read { try $0.decks()[0].id }
    func time(_ body: (Int64) throws -> Void) rethrows -> Double {
        median(
            try (0..<200).map { index in
                let start = milliseconds()
                try body(Int64(index))
                return milliseconds() - start
            }
        )
    }
    let row = try time { index in
        try database.write { try $0.set(SettingKey(rawValue: "benchmark"), to: "\(index)") }
    }
    let note = try time { index in
        try database.write { writer in
            try writer.insert(
                Note(
                    id: NoteID(rawValue: (now.milliseconds + index) << 21 | 1),
                    guid: NoteGUID(rawValue: "added \(index)"),
                    type: NoteType.basicAndReversed.id,
                    deck: deck,
                    values: [
                        1: FieldValue("a question of some words \(index)"),
                        2: FieldValue("an answer that has a few more words to it"),
                    ],
                    made: Moment(milliseconds: now.milliseconds + index)
                )
            )
        }
    }
    print(row, note)
    try database.close()
}
