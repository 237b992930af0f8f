import Foundation
import Notes
import Recall
import SQLite
import Storage
import TestFolder
import TestKey
import Testing

/// Which tables and indexes an answer writes, because that is most of what it costs.
///
/// Only in a plain library: the log of a sealed one cannot be read.
@Suite(.enabled(if: TestKey.key == nil))
struct AnswerWritesTests {
    private let fresh: Fresh
    private let note: Note

    init() throws {
        fresh = try Fresh()
        note = fresh.note(1)
        let note = note
        try fresh.database.write { try $0.insert(note) }
    }

    private static let everyAnswer: Set = [
        "card", "event", "event_by_id", "event_by_moment", "event_origin", "note",
        "note_by_answered", "tally",
    ]
    private static let everyReview = everyAnswer.union([
        "card_by_difficulty", "card_by_due", "card_by_interval", "card_by_last_day", "card_by_load",
        "card_by_note", "card_by_reviews", "card_by_stability",
    ])

    @Test func practiceWritesNoIndexOfCards() throws {
        try record(1, .practice(.good), onDay: 0)

        let written = try trees { try record(2, .practice(.good), onDay: 1) }

        #expect(written == Self.everyAnswer)
    }

    @Test func aReviewWritesNoIndexOfWhatItLeavesAsItWas() throws {
        try record(1, .review(.easy, due: nil), onDay: 0)
        try record(2, .review(.good, due: nil), onDay: 20)

        let written = try trees { try record(3, .review(.good, due: nil), onDay: 90) }

        #expect(written == Self.everyReview)
    }

    @Test func aLapseWritesTheIndexesOfStagesAndLapsesAsWell() throws {
        try record(1, .review(.easy, due: nil), onDay: 0)

        let written = try trees { try record(2, .review(.again, due: nil), onDay: 20) }

        let indexes: Set = ["card_by_lapses", "card_by_stage", "event_failed"]
        #expect(written == Self.everyReview.union(indexes))
    }

    /// Stores an event as the library does.
    private func record(_ id: Int64, _ kind: Event.Kind, onDay day: Int64) throws {
        let event = Event(
            id: EventID(rawValue: id),
            note: note.id,
            face: .template(1),
            kind: kind,
            moment: Moment(milliseconds: Moment.some.milliseconds + day * 86_400_000),
            offset: 0,
            duration: 1_000,
            mode: .review
        )
        try fresh.database.write { writer in
            let card =
                try writer.card(of: note.id, face: event.face)
                ?? writer.insertCard(of: note.id, face: event.face)
            #expect(try writer.append(event, of: card))
            try writer.refreshAnswers(of: [card])
            guard !kind.isPractice else { return }
            var schedulers = try Schedulers(writer)
            _ = try writer.refreshStates(of: [card], by: &schedulers)
        }
    }

    /// The tables and indexes of which a transaction writes a page; in a library of one note, each has one.
    private func trees(writtenBy transaction: () throws -> Void) throws -> Set<String> {
        let before = try log.count
        try transaction()
        var names: [Int: String] = [:]
        try fresh.connection().forEach("SELECT rootpage, name FROM sqlite_schema") { row in
            names[row.int(0)] = row.text(1)
        }
        let frames = try log.dropFirst(before)
        let starts = stride(from: frames.startIndex, to: frames.endIndex, by: Self.frameSize)
        return Set(
            starts.map { start in
                // A frame begins with the number of its page, most significant byte first.
                let page = frames[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
                return names[page] ?? "page \(page)"
            }
        )
    }

    /// A header and a page.
    private static let frameSize = 24 + 4_096

    private var log: Data {
        get throws { try #require(try fresh.folder.contents["a.omena-wal"]) }
    }
}
