import Library
import LibraryValues
import Notes
import Recall
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Server

/// The scheduler is fitted when a session is over, and by one fit at a time.
struct SchedulerFitsTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let lock: LibraryLock

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("a.omena")) { Self.now }
        lock = LibraryLock(library, clock: Clock(now: { Self.now }, offset: { 0 }))
    }

    private static let now = Moment(milliseconds: 1_768_392_000_000)

    private func fits(pause: Duration) -> SchedulerFits {
        SchedulerFits(lock, pause: pause) { Issue.record("\($0)") }
    }

    /// Enough reviews for a fit, of cards that are forgotten after a week.
    private func study() throws {
        let deal = try #require(try library.deal(.browse, Source(deck: "First words")))
        var events: [Event] = []
        for (number, card) in deal.cards.prefix(60).enumerated() {
            for (step, days) in [90, 88, 80, 75, 60, 56, 40, 20].enumerated() {
                events.append(
                    Event(
                        id: EventID(rawValue: Int64(100 * (number + 1) + step)),
                        note: card.note,
                        face: card.face,
                        kind: .review([0, 3, 5, 7].contains(step) ? .again : .good, due: nil),
                        moment: Moment(
                            milliseconds: Self.now.milliseconds - Int64(days) * 86_400_000
                        ),
                        offset: 0,
                        duration: 4_000,
                        mode: .review
                    )
                )
            }
        }
        #expect(try library.record(events).allSatisfy { $0 == .stored })
    }

    @Test func fitsOnceTheSessionIsOver() throws {
        try study()
        let fits = fits(pause: .milliseconds(1))

        fits.cardsAnswered()
        fits.waitUntilIdle()

        #expect(try library.schedulerOverview(of: nil)?.report?.isImprovement == true)
        #expect(try library.parameters() != .default)
    }

    @Test func doesNothingWhileTheSessionGoesOn() throws {
        try study()
        let fits = fits(pause: .seconds(3_600))

        fits.cardsAnswered()

        #expect(fits.progress == nil)
        #expect(try library.schedulerOverview(of: nil)?.report == nil)
    }

    @Test func doesNothingByItselfIfTheLearnerDoesNotWantThat() throws {
        try study()
        try library.changeSettings { $0.fitsAutomatically = false }
        let fits = fits(pause: .milliseconds(1))

        fits.cardsAnswered()
        fits.waitUntilIdle()

        #expect(try library.schedulerOverview(of: nil)?.report == nil)
    }

    @Test func fitsWhenAsked() throws {
        try study()
        let fits = fits(pause: .seconds(3_600))

        fits.start(nil, by: nil)
        fits.waitUntilIdle()

        #expect(try library.schedulerOverview(of: nil)?.report?.reviews == 480)
    }

    @Test func changesNothingOnceItIsStopped() throws {
        try study()
        // A fit asks for the time when it begins, and gets no further meanwhile.
        let isHeld = Locked(false)
        let clock = Clock(
            now: { isHeld.withLock(when: { !$0 }) { _ in Self.now } },
            offset: { 0 }
        )
        let held = LibraryLock(library, clock: clock)
        let fits = SchedulerFits(held, pause: .seconds(3_600)) { Issue.record("\($0)") }

        isHeld.withLock { $0 = true }
        fits.start(nil, by: nil)
        #expect(fits.progress == SchedulerFits.Progress(deck: nil))
        fits.stop()
        isHeld.withLock { $0 = false }
        fits.waitUntilIdle()

        #expect(try library.schedulerOverview(of: nil)?.report == nil)
        #expect(try library.parameters() == .default)
    }
}
