import Foundation
import Notes
import Recall
import SQLite
import Storage
import TestChance
import TestFolder
import Testing

/// The cached latest answers match the log, in whatever order its events arrived.
struct AnswerCacheTests {
    private let fresh: Fresh

    init() throws { fresh = try Fresh() }

    /// The cached answers of a note.
    private struct Cache: Hashable {
        struct Answer: Hashable {
            var moment: Int64
            var event: Int64
            var grade: Int64
        }

        var cards: [Face: Answer] = [:]
        var answered: Int64 = 0

        init() {}

        /// Derives them from a log in the simplest way.
        init(_ events: [Event]) {
            let sorted = events.sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }
            for event in sorted {
                guard case .practice(let grade) = event.kind else { continue }
                let isRetracted = events.contains {
                    $0.kind == .retraction(of: event.id) && $0.face == event.face
                }
                if isRetracted { continue }
                cards[event.face] = Answer(
                    moment: event.moment.milliseconds,
                    event: event.id.rawValue,
                    grade: Int64(grade.rawValue)
                )
                answered = event.moment.milliseconds
            }
        }

        /// Reads the cached answers; event IDs are relative to the note's first one.
        init(_ reader: borrowing Writer, note: NoteID) throws {
            try reader.connection.forEach(
                """
                SELECT face, answered, answered_event - note * 100, answered_grade
                FROM card
                WHERE note = :note
                AND answered IS NOT NULL
                """,
                ["note": note]
            ) { row in
                let face = try #require(Face(row.text(0)))
                cards[face] = Answer(moment: row.int64(1), event: row.int64(2), grade: row.int64(3))
            }
            try reader.connection.forEach(
                "SELECT answered FROM note WHERE id = :note",
                ["note": note]
            ) { row in
                answered = row.int64(0)
            }
        }
    }

    /// Stores events one after the other for a new note, and checks the cached answers after each.
    private func store(_ events: [Event], as note: Note, with writer: borrowing Writer) throws {
        try writer.insert(note)
        var stored: [Event] = []
        for event in events {
            stored.append(event)
            let card = try writer.insertCard(of: note.id, face: event.face)
            #expect(try writer.append(event.moved(to: note.id), of: card))
            try writer.refreshAnswers(of: [card])
            #expect(try Cache(writer, note: note.id) == Cache(stored), "after \(stored)")
        }
    }

    @Test func areTheSameInEveryOrderOfTheLog() throws {
        let note = NoteID(rawValue: 0)
        let events = [
            Event.answer(1, of: note, .good, at: 10),
            Event.answer(2, of: note, .again, at: 20),
            Event.answer(3, of: note, .easy, at: 20, face: .template(2)),
            Event.retraction(4, of: 2, note: note, at: 5),
            Event.retraction(5, of: 3, note: note, at: 30, face: .template(2)),
            // Retracts nothing, because the answer belongs to another card.
            Event.retraction(6, of: 1, note: note, at: 30, face: .template(2)),
        ]

        try fresh.database.write { writer in
            for (index, order) in permutations(of: events).enumerated() {
                try store(order, as: fresh.note(Int64(index) + 1), with: writer)
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func areWhatARandomLogSays(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let faces: [Face] = [.template(1), .template(2)]
        var events: [Event] = []
        for id in 1...40 as ClosedRange<Int64> {
            let moment = Int64.random(in: 1...10, using: &generator)
            let face = faces[Int.random(in: 0...1, using: &generator)]
            let isRetraction = Int.random(in: 0..<3, using: &generator) == 0
            let target = Int64.random(in: 1...40, using: &generator)
            let grade = Grade.allCases[Int.random(in: 0..<4, using: &generator)]
            let note = NoteID(rawValue: 0)
            events.append(
                isRetraction
                    ? .retraction(id, of: target, note: note, at: moment, face: face)
                    : .answer(id, of: note, grade, at: moment, face: face)
            )
        }
        let shuffled = events.shuffled(using: &generator)

        try fresh.database.write { try store(shuffled, as: fresh.note(1), with: $0) }
    }

    private func permutations(of events: [Event]) -> [[Event]] {
        guard events.count > 1 else { return [events] }
        return events.indices.flatMap { index in
            var rest = events
            let first = rest.remove(at: index)
            return permutations(of: rest).map { [first] + $0 }
        }
    }
}

extension Event {
    /// The same event of another note, with an ID that is unique among all notes.
    fileprivate func moved(to note: NoteID) -> Event {
        func moved(_ id: EventID) -> EventID {
            EventID(rawValue: note.rawValue * 100 + id.rawValue)
        }
        var event = self
        event.note = note
        event.id = moved(id)
        if case .retraction(let target) = kind { event.kind = .retraction(of: moved(target)) }
        return event
    }
}
