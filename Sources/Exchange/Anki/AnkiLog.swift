internal import Recall
internal import SQLite

/// Anki's review log of the cards of some notes, by card.
///
/// Anki stores the log in the order of time, so looking up each card's entries would read all over the file. Instead it is
/// read from beginning to end for a range of notes at a time.
struct AnkiLog {
    /// In the order of time.
    private var entries: [AnkiLogEntry] = []
    /// The indexes of entries, by card and time.
    private var places: [(card: Int64, place: Int32)] = []

    private static let size = 1_000_000

    /// Divides the notes of a collection into ranges.
    ///
    /// - Parameter size: About how many entries are in memory at a time.
    static func stretches(
        of size: Int = Self.size,
        _ connection: Connection
    ) throws -> [ClosedRange<Int64>] {
        let counts = try connection.row(
            """
            SELECT (SELECT count(*) FROM revlog), (SELECT count(*) FROM notes)
            """
        ) { (entries: $0.int(0), notes: $0.int(1)) }
        guard let counts, counts.notes > 0 else { return [] }
        let notes = counts.notes / max((counts.entries + size - 1) / size, 1) + 1
        var last: Int64?
        let ends = try connection.rows(
            """
            SELECT id
            FROM (
                SELECT id, row_number() OVER (ORDER BY id) AS place
                FROM notes
            )
            WHERE place % :notes = 0
            AND place < :all
            """,
            ["notes": notes, "all": counts.notes]
        ) { $0.int64(0) }
        return (ends + [.max]).compactMap { end in
            guard last.map({ $0 < end }) ?? true else { return nil }
            let first = last.map { $0 + 1 } ?? .min
            last = end
            return first...end
        }
    }

    init(ofNotes notes: ClosedRange<Int64>, _ connection: Connection) throws {
        let most = try connection.row("SELECT count(*) FROM revlog") { $0.int(0) } ?? 0
        entries.reserveCapacity(min(most, Self.size))
        places.reserveCapacity(min(most, Self.size))
        try connection.forEach(
            """
            SELECT id, ease, ivl, lastIvl, factor, time, type, cid
            FROM revlog NOT INDEXED
            WHERE :is_all OR cid IN (
                SELECT id
                FROM cards
                WHERE nid BETWEEN :first AND :last
            )
            ORDER BY id
            """,
            [
                "is_all": notes == .min ... .max, "first": notes.lowerBound,
                "last": notes.upperBound,
            ]
        ) { row in
            let entry = AnkiLogEntry(row)
            guard AnkiLogEntry.moments.contains(entry.moment) else { return }
            places.append((row.int64(7), Int32(clamping: entries.count)))
            entries.append(entry)
        }
        places.sort { $0 < $1 }
    }

    /// The entries of a card, oldest first.
    subscript(card: Int64) -> [AnkiLogEntry] {
        let first = places.partitioningIndex { $0.card >= card }
        return places[first...].prefix { $0.card == card }.map { entries[Int(clamping: $0.place)] }
    }
}
