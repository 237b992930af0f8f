import Notes
import Recall
import SQLite
import Storage
import Testing

struct EventTests {
    private let fresh: Fresh
    private let note: Note

    init() throws {
        fresh = try Fresh()
        note = fresh.note(1)
        let note = note
        try fresh.database.write { try $0.insert(note) }
    }

    private static let state = CardState(
        stage: .relearning(step: 1),
        memory: Memory(stability: 3.173, difficulty: 5.28),
        due: Moment.some.milliseconds,
        interval: 3,
        reviews: 4,
        lapses: 1,
        lastReview: nil,
        lastDay: 20_833
    )

    @Test(
        arguments: [
            .review(.hard, due: .some), .review(.good, due: .some, reviews: 3),
            .review(.easy, due: nil), .practice(.again),
            .setState(.imported(state)), .setState(.imported(.new)),
            .setState(.reset), .setState(.redated(.some)),
            .retraction(of: EventID(rawValue: 9)),
        ] as [Event.Kind]
    )
    func keepsEverythingThatAnEventSays(kind: Event.Kind) throws {
        let event = Event(
            id: EventID(rawValue: .max),
            note: note.id,
            face: .template(2),
            kind: kind,
            moment: .some,
            offset: -210,
            duration: 59_999,
            mode: .quiz,
            extras: "{\"ivl\":-600}"
        )

        try fresh.database.write { writer in
            let card = try writer.insertCard(of: note.id, face: event.face)
            #expect(try writer.append(event, of: card))
        }

        #expect(try fresh.database.read { try $0.event(event.id) } == event)
    }

    @Test func addsNoSecondEventOfAnId() throws {
        let first = Event.answer(5, of: note.id, .good, at: 1)
        let second = Event.answer(5, of: note.id, .again, at: 2)

        let isAdded = try fresh.database.write { writer in
            let card = try writer.insertCard(of: note.id, face: .template(1))
            return [try writer.append(first, of: card), try writer.append(second, of: card)]
        }

        #expect(isAdded == [true, false])
        #expect(try fresh.database.read { try $0.event(first.id) } == first)
    }

    @Test func losesNothingOnAFullDisk() throws {
        let event = Event.answer(5, of: note.id, .good, at: 1)
        try fresh.database.write { writer in
            let pages = try writer.connection.row("PRAGMA page_count") { $0.int(0) }
            try writer.connection.execute(script: "PRAGMA max_page_count = \(pages ?? 0)")
            let card = try writer.insertCard(of: note.id, face: event.face)
            #expect(try writer.append(event, of: card))
        }

        let error = #expect(throws: StorageError.self) {
            try fresh.database.write { writer in
                let card = try writer.insertCard(of: note.id, face: event.face)
                for id in 6...10_000 as ClosedRange<Int64> {
                    _ = try writer.append(.answer(id, of: note.id, .again, at: id), of: card)
                }
            }
        }

        #expect(error == .full)
        let log = try fresh.database.read { reader in
            try reader.events(of: try #require(try reader.card(of: note.id, face: event.face)))
        }
        #expect(log == [event])
    }

    @Test func keepsTheLogOfACardInItsOrder() throws {
        let events = [
            Event.answer(3, of: note.id, .good, at: 30),
            Event.answer(2, of: note.id, .good, at: 20),
            Event.answer(1, of: note.id, .good, at: 20),
        ]

        let log = try fresh.database.write { writer in
            let card = try writer.insertCard(of: note.id, face: .template(1))
            for event in events { #expect(try writer.append(event, of: card)) }
            return try writer.events(of: card)
        }

        #expect(log == events.reversed())
    }
}

extension Event {
    static func answer(
        _ id: Int64,
        of note: NoteID,
        _ grade: Grade,
        at milliseconds: Int64,
        face: Face = .template(1),
        offset: Int = 0
    ) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: note,
            face: face,
            kind: .practice(grade),
            moment: Moment(milliseconds: milliseconds),
            offset: offset,
            duration: 1_000,
            mode: .learn
        )
    }

    static func retraction(
        _ id: Int64,
        of target: Int64,
        note: NoteID,
        at milliseconds: Int64,
        face: Face = .template(1)
    ) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: note,
            face: face,
            kind: .retraction(of: EventID(rawValue: target)),
            moment: Moment(milliseconds: milliseconds),
            offset: 0,
            duration: 0,
            mode: .learn
        )
    }
}
