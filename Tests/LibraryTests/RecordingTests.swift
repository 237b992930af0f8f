import Dispatch
import Languages
import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing
import Threads

struct RecordingTests {
    private let fresh: FreshLibrary
    private let card: DealtCard

    init() throws {
        fresh = try FreshLibrary()
        card = try fresh.firstCard()
    }

    private func record(_ events: Event...) throws -> [Receipt] { try fresh.library.record(events) }

    /// The grade of the latest answer, which a cache in the card's row says.
    private func latestGrade() throws -> Grade? {
        var grade: Int?
        try fresh.reopen { writer in
            grade = try writer.connection.row(
                "SELECT answered_grade FROM card WHERE answered IS NOT NULL ORDER BY answered DESC"
            ) { $0.int(0) }
        }
        return grade.flatMap { Grade(rawValue: UInt8($0)) }
    }

    // MARK: - Duplicates

    @Test func storesAnAnswerOnce() throws {
        let answer = fresh.answer(1, to: card)

        #expect(try record(answer) == [.stored])
        #expect(try record(answer, answer) == [.known, .known])
        try fresh.reopen()
        #expect(try record(answer) == [.known])
        #expect(try latestGrade() == .good)
        #expect(try fresh.library.home(timeZoneOffset: 0).week.map(\.answers).reduce(0, +) == 1)
    }

    @Test func refusesOtherContentUnderAKnownID() throws {
        let answer = fresh.answer(1, to: card)
        var others = Array(repeating: answer, count: 8)
        others[0].kind = .practice(.again)
        others[1].kind = .review(.good, due: nil)
        others[2].moment = Moment(milliseconds: answer.moment.milliseconds - 1)
        others[3].offset = 0
        others[4].duration += 1
        others[5].mode = .race
        others[6].note = NoteID(rawValue: 1)
        others[7].face = .map

        #expect(try record(answer) == [.stored])
        #expect(
            try fresh.library.record(others) == Array(repeating: Receipt.conflict, count: 8)
        )
        #expect(try record(answer) == [.known])
    }

    @Test func aRefusedAnswerBlocksNoOther() throws {
        var lost = fresh.answer(2, to: card)
        lost.note = NoteID(rawValue: 404)

        let receipts = try record(
            fresh.answer(1, to: card),
            lost,
            fresh.answer(1, to: card, .again),
            fresh.answer(3, to: card)
        )

        #expect(
            receipts == [
                .stored, .refused("This card no longer exists."), .conflict, .stored,
            ]
        )
    }

    @Test func storesAnAnswerOnceThatSeveralSendAtOnce() throws {
        let library = fresh.library
        let events = (1...40).map { fresh.answer($0, to: card, after: -$0) }
        let lock = Lock()
        nonisolated(unsafe) var receipts: [Receipt] = []

        DispatchQueue.concurrentPerform(iterations: 8) { sender in
            for event in sender.isMultiple(of: 2) ? events : events.reversed() {
                let receipt = try? library.record([event])
                lock.withLock { receipts += receipt ?? [] }
            }
        }

        #expect(receipts.count == 320)
        #expect(receipts.filter { $0 == .stored }.count == 40)
        #expect(receipts.filter { $0 == .known }.count == 280)
        #expect(try latestGrade() == .good)
    }

    @Test func acceptsAnEmptyBatch() throws {
        #expect(try fresh.library.record([]) == [])
    }

    // MARK: - Refusals

    struct Flawed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String?
        let change: @Sendable (inout Event) -> Void

        init(_ name: String, _ reason: String?, _ change: @escaping @Sendable (inout Event) -> Void)
        {
            testDescription = name
            self.reason = reason
            self.change = change
        }
    }

    private static let day: Int64 = 86_400_000

    @Test(arguments: [
        Flawed("a day ahead", nil) { $0.moment = $0.moment.later(by: day) },
        Flawed(
            "more than a day ahead",
            "This device’s clock is more than a day ahead. Set it, then try again."
        ) {
            $0.moment = $0.moment.later(by: day + 1)
        },
        Flawed("2000", nil) { $0.moment = Moment(milliseconds: 946_684_800_000) },
        Flawed("1999", "This device’s clock is before the year 2000. Set it, then try again.") {
            $0.moment = Moment(milliseconds: 946_684_799_999)
        },
        Flawed(
            "the beginning",
            "This device’s clock is before the year 2000. Set it, then try again."
        ) {
            $0.moment = Moment(milliseconds: .min)
        },
        Flawed("the end", "This device’s clock is more than a day ahead. Set it, then try again.") {
            $0.moment = Moment(milliseconds: .max)
        },
        Flawed("Kiritimati", nil) { $0.offset = 14 * 60 },
        Flawed("no zone", "This device reports an invalid time zone.") { $0.offset = .max },
        Flawed("no id", "Its identifier is invalid.") { $0.id = EventID(rawValue: -1) },
        Flawed("browsing", "Browsing records no answers.") { $0.mode = .browse },
        Flawed("browsing for real", "Browsing records no answers.") {
            $0.kind = .review(.good, due: nil)
            $0.mode = .browse
        },
        Flawed("a hundred years", nil) {
            $0.kind = .review(.good, due: $0.moment.later(by: 36_501 * day), reviews: 0)
        },
        Flawed("more than that", "The button showed an impossible date.") {
            $0.kind = .review(.good, due: $0.moment.later(by: 36_501 * day + 1))
        },
        Flawed("for ever", "The button showed an impossible date.") {
            $0.kind = .review(.good, due: Moment(milliseconds: .max))
        },
        Flawed("a button of long ago", nil) {
            $0.kind = .review(.good, due: Moment(milliseconds: .min))
        },
        Flawed("minus one review", "Its number of reviews is impossibly high.") {
            $0.kind = .review(.good, due: nil, reviews: -1)
        },
        Flawed("countless reviews", "Its number of reviews is impossibly high.") {
            $0.kind = .review(.good, due: nil, reviews: .max)
        },
        Flawed("itself", "It would undo itself.") { $0.kind = .retraction(of: $0.id) },
        Flawed("no such template", "This card no longer exists.") { $0.face = .template(9) },
        Flawed("no such gap", "This card no longer exists.") { $0.face = .cloze(1) },
        Flawed("no such place", "This card no longer exists.") { $0.face = .map },
    ])
    func refusesInvalidEvents(flawed: Flawed) throws {
        var event = fresh.answer(1, to: card)
        flawed.change(&event)

        #expect(
            try record(event) == [
                flawed.reason.map { .refused(Phrase(stringLiteral: $0)) } ?? .stored
            ]
        )
    }

    @Test(arguments: ["en>sv", "xx>fi"])
    func refusesLanguagesThatTheNoteLacks(face: String) throws {
        let word = try fresh.firstCard(of: "First words")
        var event = fresh.answer(1, to: word)
        event.face = try #require(Face(face))

        #expect(try record(event) == [.refused("This card no longer exists.")])
        event.face = try #require(Face("ja>fr"))
        #expect(try record(event) == [.stored])
    }

    @Test(arguments: [(-1, 0), (.min, 0), (0, 0), (600_000, 600_000), (.max, 600_000)])
    func limitsTheDurationOfAnAnswer(given: Int, stored: Int) throws {
        var event = fresh.answer(1, to: card)
        event.duration = given

        #expect(try record(event, event) == [.stored, .known])
        var duration: Int?
        try fresh.reopen { writer in
            duration = try writer.connection.row("SELECT duration FROM event") { $0.int(0) }
        }
        #expect(duration == stored)
    }

    // MARK: - Retractions

    @Test func retractsAnAnswer() throws {
        let answer = fresh.answer(1, to: card)
        let retraction = fresh.retraction(2, of: answer)

        #expect(try record(answer, retraction, retraction) == [.stored, .stored, .known])
        #expect(try latestGrade() == nil)
        #expect(try fresh.library.home(timeZoneOffset: 0).week.allSatisfy { $0.answers == 0 })
    }

    @Test func retractsAnAnswerThatArrivesLater() throws {
        let answer = fresh.answer(1, to: card)

        #expect(try record(fresh.retraction(2, of: answer)) == [.stored])
        #expect(try record(answer) == [.stored])
        #expect(try latestGrade() == nil)
        #expect(try fresh.library.home(timeZoneOffset: 0).week.allSatisfy { $0.answers == 0 })
    }

    @Test func restoresTheAnswerBeforeARetractedOne() throws {
        let first = fresh.answer(1, to: card, .good, after: -10_000)
        let second = fresh.answer(2, to: card, .again)

        #expect(try record(first, second) == [.stored, .stored])
        #expect(try latestGrade() == .again)
        #expect(try record(fresh.retraction(3, of: second)) == [.stored])
        #expect(try latestGrade() == .good)
    }

    @Test func refusesToRetractAnAnswerOfAnotherCard() throws {
        let other = try #require(
            try fresh.library.deal(.browse, Source(deck: "First questions"))?.cards.last
        )
        let answer = fresh.answer(1, to: card)
        var retraction = fresh.retraction(2, of: answer)
        retraction.note = other.note

        let receipts = try record(answer, retraction)

        #expect(
            receipts == [.stored, .refused("The answer to undo belongs to another card.")]
        )
        #expect(try latestGrade() == .good)
    }

    @Test func refusesToRetractARetraction() throws {
        let answer = fresh.answer(1, to: card)
        let retraction = fresh.retraction(2, of: answer)

        let receipts = try record(answer, retraction, fresh.retraction(3, of: retraction))

        #expect(receipts.last == .refused("This answer has already been undone."))
    }

    @Test func sortsALateAnswerByItsMoment() throws {
        let late = fresh.answer(1, to: card, .again, after: -1)

        #expect(try record(fresh.answer(2, to: card, .good)) == [.stored])
        #expect(try record(late) == [.stored])
        #expect(try latestGrade() == .good)
    }
}
