internal import Notes
internal import Recall
internal import SQLite

/// The numbers that a column may hold; those outside are limited to them when they are read.
private struct NumberLimits {
    let column: StaticString
    let least: Int64
    let most: Int64

    private init(_ column: StaticString, _ limits: ClosedRange<Int64>) {
        self.column = column
        least = limits.lowerBound
        most = limits.upperBound
    }

    private init(_ column: StaticString, _ limits: ClosedRange<Int>) {
        self.init(column, Int64(limits.lowerBound)...Int64(limits.upperBound))
    }

    private static func moments(_ columns: StaticString...) -> [NumberLimits] {
        columns.map { NumberLimits($0, DayBoundary.moments) }
    }

    private static func counts(
        _ columns: StaticString...,
        within limits: ClosedRange<Int> = DeckCount.counts
    ) -> [NumberLimits] {
        columns.map { NumberLimits($0, limits) }
    }

    static let all: [(table: StaticString, columns: [NumberLimits])] = [
        // Counts come first, because correcting what is counted changes them.
        (
            "tally",
            counts("again", "hard", "good", "easy", "cut", within: AnswerTally.counts)
                + counts("milliseconds", within: AnswerTally.times)
        ),
        ("deck", moments("made", "changed") + counts("notes", "learning", "known")),
        ("language_set", counts("notes")),
        ("library", moments("made") + [NumberLimits("epoch", LibraryRow.epochs)]),
        ("note_type", moments("made", "changed")),
        ("note", moments("made", "changed", "binned", "answered")),
        (
            "card",
            moments("buried", "last_review", "answered", "reviewed") + [
                NumberLimits("due", CardState.dues),
                NumberLimits("position", Card.positions),
                NumberLimits("flag", Card.flags),
                NumberLimits("step", CardState.steps),
                NumberLimits("interval", CardState.intervals),
                NumberLimits("last_day", CardState.days),
            ] + counts("reviews", "lapses", "leech_lapses", within: CardState.counts)
        ),
        (
            "event",
            moments("moment", "due") + [
                NumberLimits("utc_offset", Event.offsets),
                NumberLimits("duration", Event.durations),
                NumberLimits("reviews", CardState.counts),
            ]
        ),
        ("media", moments("made")),
        ("journal", moments("moment")),
        ("browser", moments("paired", "seen")),
        (
            "replica",
            [
                NumberLimits("sequence", Stamp.sequences), NumberLimits("clock", Stamp.clocks),
                NumberLimits("reused", Stamp.sequences),
            ]
        ),
        ("fact", [NumberLimits("clock", Stamp.clocks)]),
        ("event_origin", [NumberLimits("clock", Stamp.clocks)]),
        ("kept_file", moments("made")),
        ("overwritten", moments("written", "moment")),
        ("knowledge", counts("known", "learning", "recall")),
    ]

    var isBroken: SQL { SQL(column) + SQL("NOT BETWEEN ? AND ?", least, most) }

    var correction: SQL {
        SQL(column) + SQL("= max(?, min(?,", least, most) + SQL(column) + SQL("))")
    }
}

extension Reading where Self: ~Copyable {
    /// How many rows hold a number that their table cannot mean.
    package func impossibleNumberCount() throws -> Int {
        var count = 0
        for (table, columns) in NumberLimits.all {
            let broken = SQL(joining: columns.map(\.isBroken), by: " OR ")
            let select = SQL("SELECT count(*) FROM") + SQL(table) + SQL("WHERE") + broken
            try connection.forEach(select) { count += $0.int(0) }
        }
        return count
    }
}

extension Writer {
    /// Replaces numbers that a table cannot mean by the nearest possible ones, as which they are read anyway.
    package func correctImpossibleNumbers() throws {
        for (table, columns) in NumberLimits.all {
            for column in columns {
                let update = SQL("UPDATE") + SQL(table) + SQL("SET") + column.correction
                try connection.forEach(update + SQL("WHERE") + column.isBroken) { _ in }
            }
        }
    }
}
