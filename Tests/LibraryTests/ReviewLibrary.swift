import Languages
import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing

/// A library with decks of questions that a test reviews on chosen days.
final class ReviewLibrary {
    let fresh: FreshLibrary
    private var lastEvent: Int64 = 0

    static let day: Int64 = 86_400_000

    /// Creates decks with notes, which are identified by numbers.
    init(
        _ decks: [String: [Int64]] = ["Mine": Array(1...40)],
        type: NoteTypeID = NoteType.basic.id,
        settings: StudySettings = StudySettings(),
        of deckSettings: [String: DeckSettings] = [:],
        then change: (borrowing Writer) throws -> Void = { _ in }
    ) throws {
        fresh = try FreshLibrary()
        try fresh.reopen { writer in
            try writer.set(settings)
            for (index, name) in decks.keys.sorted().enumerated() {
                let id = DeckID(rawValue: Int64(index) + 1)
                let deck = Deck(
                    id: id,
                    name: try #require(DeckName(name)),
                    settings: deckSettings[name] ?? DeckSettings()
                )
                try writer.insert(deck, at: fresh.clock.now)
                for number in decks[name] ?? [] {
                    var note = Note.question(number, in: id, made: number)
                    note.type = type
                    try writer.insert(note)
                }
            }
            try change(writer)
        }
    }

    var library: Library { fresh.library }

    /// Deals a review.
    func review(
        _ source: Source = Source(deck: "Mine"),
        having had: [DealtCard] = [],
        extra: Library.Extra? = nil,
        offset: Int = 0
    ) throws -> Deal {
        try #require(
            try library.deal(
                .review,
                source,
                timeZoneOffset: offset,
                having: Set(had.map(\.id)),
                extra: extra,
                seed: 1
            )
        )
    }

    /// The numbers of the notes that a review deals.
    func notes(_ source: Source = Source(deck: "Mine")) throws -> [Int64] {
        try review(source).cards.map(\.note.rawValue)
    }

    /// Grades cards by the numbers of their notes, the first face by default.
    func grade(
        _ notes: some Sequence<Int64>,
        _ grade: Grade = .good,
        face: Face = .template(1),
        daysAgo days: Int64 = 0,
        due: Moment? = nil
    ) throws {
        let events = notes.map { note in
            lastEvent += 1
            return Event(
                id: EventID(rawValue: lastEvent),
                note: NoteID(rawValue: note),
                face: face,
                kind: .review(grade, due: due),
                moment: fresh.clock.now.later(by: -days * Self.day),
                offset: 0,
                duration: 1_000,
                mode: .review
            )
        }
        #expect(try library.record(events).allSatisfy { $0 == .stored })
    }

    /// Gives cards a memory from a while ago so that they are due in this many days, or were due if negative.
    func learn(_ notes: some Sequence<Int64>, face: Face = .template(1), dueIn days: Int64) throws {
        let morning = DayBoundary().start(
            of: DayBoundary().day(of: fresh.clock.now.milliseconds, offset: 0) + Int(days),
            offset: 0
        )
        try grade(notes, .easy, face: face, daysAgo: 60, due: Moment(milliseconds: morning))
    }
}
