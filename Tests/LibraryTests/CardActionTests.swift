import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing
import Vault

struct CardActionTests {
    private let fresh: FreshLibrary
    private let card: CardID

    init() throws {
        fresh = try FreshLibrary()
        let dealt = try fresh.firstCard()
        card = CardID(note: dealt.note, face: dealt.face)
    }

    private func act(_ action: CardAction, on cards: [CardID]? = nil) throws -> Change? {
        try fresh.library.act(action, on: cards ?? [card], by: nil, timeZoneOffset: 120)
    }

    private func marks() throws -> CardMarks? {
        let database = try Database(
            path: fresh.path,
            in: fresh.key?.files(at: fresh.path),
            now: fresh.clock.now
        )
        defer { try? database.close() }
        return try database.read { try $0.marks(of: card) }
    }

    @Test(arguments: [
        (CardAction.suspend, "Suspended 1 card", CardMarks(isSuspended: true)),
        (.flag(1), "Flagged 1 card red", CardMarks(flag: 1)),
        (
            // It is Wednesday noon; the next day begins at four in the morning, 02:00 UTC.
            .bury, "Buried 1 card until tomorrow",
            CardMarks(burial: .byLearner, buriedUntil: Moment(milliseconds: 1_768_442_400_000))
        ),
    ])
    func actionMarksCardAndUndoRevertsIt(
        _ action: CardAction,
        _ says: String,
        _ expected: CardMarks
    ) throws {
        let before = try dump(fresh.path)

        let change = try #require(try act(action))

        #expect(change.says.description == says)
        #expect(try marks() == expected)

        #expect(try fresh.library.undo(change.id).isUndone)

        #expect(try marks() == nil)
        #expect(try dump(fresh.path) == before)

        _ = try fresh.library.redo(change.id)

        #expect(try marks() == expected)
    }

    @Test func unsuspendingAlsoUnburies() throws {
        _ = try act(.suspend)
        _ = try act(.bury)

        _ = try act(.unsuspend)

        #expect(try marks() == CardMarks())
    }

    @Test func actionWithoutAnEffectIsNoChange() throws {
        _ = try act(.suspend)

        #expect(try act(.suspend) == nil)
        #expect(try act(.flag(0)) == nil)
    }

    @Test func actionOnAMissingCardChangesNone() throws {
        let gone = CardID(note: NoteID(rawValue: 1), face: .template(1))
        let before = try dump(fresh.path)

        #expect(throws: LibraryError.self) { try act(.suspend, on: [card, gone]) }

        #expect(try dump(fresh.path) == before)
        #expect(try fresh.library.history().isEmpty)
    }

    @Test func laterChangeToTheSameCardKeepsAnEarlierOne() throws {
        let first = try #require(try act(.flag(1)))
        let second = try #require(try act(.flag(2)))

        #expect(throws: LibraryError.self) { try fresh.library.undo(first.id) }

        _ = try fresh.library.undo(second.id)
        _ = try fresh.library.undo(first.id)
        #expect(try marks() == nil)
    }

    @Test func historySurvivesRestartAndIsAHundredDeep() throws {
        for number in 0..<105 { _ = try act(.flag(number.isMultiple(of: 2) ? 3 : 4)) }
        try fresh.reopen()

        let history = try fresh.library.history(limit: 1_000)
        #expect(history.count == 100)
        for change in history { _ = try fresh.library.undo(change.id) }

        #expect(try marks()?.flag == 3 || marks()?.flag == 4)
        #expect(try fresh.library.latestChange(by: nil) == nil)
        for change in history.reversed() {
            #expect(try fresh.library.latestUndone(by: nil) == change.id)
            _ = try fresh.library.redo(change.id)
        }
        #expect(try marks()?.flag == 3)
    }

    @Test func newChangeClearsTheRedoHistory() throws {
        let change = try #require(try act(.flag(1)))
        _ = try fresh.library.undo(change.id)
        #expect(try fresh.library.latestUndone(by: nil) == change.id)

        _ = try act(.suspend)

        #expect(try fresh.library.latestUndone(by: nil) == nil)
    }

    @Test func eachBrowserUndoesItsOwnChanges() throws {
        let phone = BrowserNumber(rawValue: 1)
        let laptop = BrowserNumber(rawValue: 2)
        let first = try fresh.library.act(.flag(1), on: [card], by: phone, timeZoneOffset: 0)
        let second = try fresh.library.act(.suspend, on: [card], by: laptop, timeZoneOffset: 0)

        #expect(try fresh.library.latestChange(by: phone) == first?.id)
        #expect(try fresh.library.latestChange(by: laptop) == second?.id)
        #expect(try fresh.library.latestChange(by: nil) == nil)
    }

    @Test func resetAndRedateAreLoggedAndRetracted() throws {
        let before = try dump(fresh.path)
        for action in [CardAction.reset, .redate(days: 3)] {
            let change = try #require(try act(action))
            _ = try fresh.library.undo(change.id)
            #expect(try dump(fresh.path) == before)
            _ = try fresh.library.redo(change.id)
            _ = try fresh.library.undo(change.id)
            #expect(try dump(fresh.path) == before)
        }
    }

    @Test func resetCannotBeUndoneAfterAReview() throws {
        let change = try #require(try act(.reset))
        fresh.clock.advance(by: 1_000)
        let dealt = try fresh.firstCard()
        var review = fresh.answer(77, to: dealt)
        review.kind = .review(.good, due: nil)
        #expect(try fresh.library.record([review]) == [.stored])

        #expect(throws: LibraryError.self) { try fresh.library.undo(change.id) }

        fresh.clock.advance(by: 1_000)
        #expect(try fresh.library.record([fresh.retraction(78, of: review)]) == [.stored])
        #expect(try fresh.library.undo(change.id).isUndone)
    }
}
