import Languages
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing

@testable import Library

/// The scheduler learns from a log how its learner forgets, and only a better fit is put in use.
struct SchedulerFittingTests {
    /// Reviews each note on the same days, and forgets it whenever the gap was longer than `memory` days.
    private func study(
        _ studied: ReviewLibrary,
        _ notes: some Collection<Int64>,
        forgettingAfter memory: Int64
    ) throws {
        for note in notes {
            var last: Int64?
            for (index, day) in Self.days.enumerated() where (index + Int(note)) % 4 != 0 {
                let gap = last.map { $0 - day } ?? 0
                try studied.grade([note], gap > memory ? .again : .good, daysAgo: day)
                last = day
            }
        }
    }

    private static let days: [Int64] = [120, 118, 112, 105, 96, 90, 82, 75, 60, 54, 40, 33, 20, 8]

    private func fit(_ library: Library, deck: DeckID? = nil) throws -> SchedulerReport {
        try library.use(try #require(try library.fitScheduler(to: deck) { _ in }))
    }

    private func memory(of note: Int64, in library: Library) throws -> Memory {
        let card = CardID(note: NoteID(rawValue: note), face: .template(1))
        return try #require(try library.card(card)?.state.memory)
    }

    @Test func aBetterFitIsPutInUseAndCanBeUndone() throws {
        let studied = try ReviewLibrary()
        try study(studied, 1...40, forgettingAfter: 7)
        let library = studied.library
        let before = try memory(of: 1, in: library)

        let report = try fit(library)

        #expect(report.isImprovement)
        #expect(report.reviews == 40 * Self.days.count * 3 / 4)
        #expect(report.calibration.reduce(0) { $0 + $1.of } == report.predictions)
        let fitted = try library.parameters()
        #expect(fitted != .default)
        #expect(try memory(of: 1, in: library) != before)
        // Memories are those that the log gives with the new parameters.
        #expect(try library.rebuild() == 0)

        let overview = try #require(try library.schedulerOverview(of: nil))
        #expect(overview.report == report)
        let change = try #require(overview.change)
        #expect(change.says == "Fitted the scheduler to \(report.reviews) reviews")
        _ = try library.undo(change.id)
        #expect(try library.parameters() == .default)
        #expect(try memory(of: 1, in: library) == before)
        #expect(try library.schedulerOverview(of: nil)?.change?.isUndone == true)
    }

    @Test func parametersThatAreAsGoodStay() throws {
        let studied = try ReviewLibrary()
        try study(studied, 1...40, forgettingAfter: 7)
        _ = try fit(studied.library)
        let fitted = try studied.library.parameters()
        let entries = try studied.library.history().count

        let second = try fit(studied.library)

        #expect(!second.isImprovement && second.change == nil)
        #expect(try studied.library.parameters() == fitted)
        #expect(try studied.library.history().count == entries)
    }

    @Test func parametersThatWereFittedElsewhereAreUsedOnlyIfTheyPredictBetter() throws {
        var own = DeckSettings()
        own.parameters = Parameters.default.values
        let studied = try ReviewLibrary(
            ["Library": Array(1...40), "Own": Array(101...140)],
            of: ["Own": own]
        )
        try study(studied, 1...40, forgettingAfter: 3)
        try study(studied, 101...140, forgettingAfter: 1_000)
        let library = studied.library
        let report = try fit(library)
        let fitted = try library.parameters()
        _ = try library.undo(try #require(report.change))

        try library.use(fitted)

        #expect(try library.parameters() == fitted)
        let owned = try library.decks().compactMap(\.settings.parameters)
        #expect(owned == [Parameters.default.values])
        let overview = try #require(try library.schedulerOverview(of: nil))
        #expect(overview.report?.reviews == report.reviews)
        #expect(overview.change?.isUndone == false)
        #expect(try !library.dueFits().contains(nil))
        #expect(try library.rebuild() == 0)

        try library.use(Parameters.default)
        #expect(try library.parameters() == fitted)
    }

    @Test func stoppingChangesNothing() throws {
        let studied = try ReviewLibrary()
        try study(studied, 1...40, forgettingAfter: 7)

        #expect(throws: LibraryError.self) {
            try studied.library.fitScheduler(to: nil) { share throws(LibraryError) in
                if share > 0.5 { throw .cancelled }
            }
        }

        #expect(try studied.library.parameters() == .default)
        #expect(try studied.library.schedulerOverview(of: nil)?.report == nil)
    }

    @Test func aDeckCanHaveParametersOfItsOwn() throws {
        let studied = try ReviewLibrary(["Hard": Array(1...40), "Easy": Array(101...140)])
        try study(studied, 1...40, forgettingAfter: 3)
        try study(studied, 101...140, forgettingAfter: 1_000)
        let library = studied.library
        let decks = try library.decks()
        let hard = try #require(decks.first { $0.name.text == "Hard" })
        let easy = try #require(decks.first { $0.name.text == "Easy" })

        let report = try fit(library, deck: hard.id)

        #expect(report.isImprovement)
        #expect(report.reviews == 40 * Self.days.count * 3 / 4)
        #expect(try library.parameters() == .default)
        let own = try #require(try library.deck(hard.id)?.settings.parameters)
        #expect(try library.rebuild() == 0)
        // The library is fitted without the deck from now on.
        #expect(try fit(library).reviews == report.reviews)

        // A session over both decks schedules each card with the parameters of its deck.
        studied.fresh.clock.advance(by: 400 * ReviewLibrary.day)
        let deal = try studied.review(Source(decks: ["Hard", "Easy"]))
        let schedule = try #require(deal.schedule)
        #expect(schedule.schedulers.count == 2)
        for card in deal.cards {
            let scheduler = schedule.schedulers.first { $0.deck == card.scheduler }
            let isHard = card.note.rawValue <= 40
            #expect((scheduler?.parameters.values == own) == isHard)
        }

        // A card that moves into another deck is remembered as that deck's parameters say.
        let before = try memory(of: 1, in: library)
        let note = NoteID(rawValue: 1)
        let move = try library.act(.move(to: easy.id), on: .notes([note]), by: nil)
        #expect(try memory(of: 1, in: library) != before)
        #expect(try library.rebuild() == 0)
        _ = try library.undo(try #require(move).id)
        #expect(try memory(of: 1, in: library) == before)

        let change = try #require(try library.removeParameters(of: hard.id, by: nil))
        #expect(try library.deck(hard.id)?.settings.parameters == nil)
        #expect(try library.rebuild() == 0)
        _ = try library.undo(change.id)
        #expect(try memory(of: 1, in: library) == before)
    }

    /// As programs that were written for Anki move cards, and as all cards of a deck move when it is merged into another one.
    @Test func aCardThatMovesWithoutItsNoteIsRememberedAsItsDeckSays() throws {
        var own = DeckSettings()
        var parameters = Parameters.default.values
        parameters[2] *= 4
        own.parameters = parameters
        let studied = try ReviewLibrary(
            ["Home": [1], "Other": [2], "Own": [3]],
            type: NoteType.basicAndReversed.id,
            of: ["Own": own]
        )
        let library = studied.library
        try studied.grade([1], daysAgo: 5)
        let before = try memory(of: 1, in: library)
        let card = CardID(note: NoteID(rawValue: 1), face: .template(1))
        let decks = try library.decks()
        let other = try #require(decks.first { $0.name.text == "Other" }).id
        let deck = try #require(decks.first { $0.name.text == "Own" }).id

        for isMerged in [false, true] {
            if isMerged { _ = try library.move([card], to: other, by: nil) }
            let change =
                try isMerged
                ? library.mergeDeck(other, into: deck, by: nil)
                : library.move([card], to: deck, by: nil)

            #expect(try memory(of: 1, in: library) != before)
            #expect(try library.rebuild() == 0)
            _ = try library.undo(try #require(change).id)
            #expect(try memory(of: 1, in: library) == before)
        }
    }

    @Test func memoriesThatWereNotUpdatedBeforeTheProgramEndedAreUpdatedLater() throws {
        let studied = try ReviewLibrary()
        try study(studied, 1...40, forgettingAfter: 7)
        let report = try fit(studied.library)
        let after = try memory(of: 1, in: studied.library)
        try studied.fresh.reopen { writer in
            // As if it had ended right after the parameters were stored.
            try writer.connection.run("UPDATE card SET stability = 1 WHERE stability IS NOT NULL")
            try writer.markStatesStale()
        }

        try studied.library.refreshStaleStates()

        #expect(report.isImprovement)
        #expect(try memory(of: 1, in: studied.library) == after)
        #expect(try studied.library.rebuild() == 0)
    }

    @Test func anotherFitIsDueAfterEnoughNewReviews() throws {
        let studied = try ReviewLibrary()
        #expect(try studied.library.dueFits().isEmpty)
        try study(studied, 1...37, forgettingAfter: 7)
        #expect(try studied.library.dueFits().isEmpty)
        try study(studied, 38...40, forgettingAfter: 7)
        #expect(try studied.library.dueFits() == [nil])

        _ = try fit(studied.library)
        #expect(try studied.library.dueFits().isEmpty)

        try studied.library.changeSettings { $0.fitsAutomatically = false }
        #expect(try studied.library.dueFits().isEmpty)
    }

    /// Their reviews stay in the statistics, but are of no use for a fit.
    @Test func reviewsBeforeAResetAreNotNewOnes() throws {
        let studied = try ReviewLibrary(["Words": Array(1...80)])
        try study(studied, 1...80, forgettingAfter: 7)
        let cards = (1...50).map { CardID(note: NoteID(rawValue: $0), face: .template(1)) }
        _ = try studied.library.act(.reset, on: cards, by: nil, timeZoneOffset: 0)

        let report = try fit(studied.library)

        #expect(report.reviews < report.reviewsThen)
        #expect(try studied.library.schedulerOverview(of: nil)?.reviews == report.reviewsThen)
        #expect(try studied.library.dueFits().isEmpty)
    }

    /// As Anki's are, whose intervals ours would not have been.
    @Test(arguments: [(3, 30 * 3), (4, 0)])
    func anImportedLogThatIsCompleteIsFittedTo(reviewsInFile: Int, fitted: Int) throws {
        let fresh = try FreshLibrary()
        let day: Int64 = 86_400_000
        let start = fresh.clock.now.milliseconds - 60 * day
        let notes = (0..<30).map { number in
            let last = start + 20 * day
            var card = ImportCard(
                face: .template(1),
                state: CardState(
                    stage: .review,
                    memory: Memory(stability: 17, difficulty: 4),
                    due: last + 50 * day,
                    interval: 50,
                    reviews: reviewsInFile,
                    lapses: 0,
                    lastReview: last,
                    lastDay: nil
                ),
                hasMemory: true
            )
            card.log = [0, 4, 20].map { days in
                ImportEvent(
                    moment: Moment(milliseconds: start + days * day),
                    offset: 0,
                    kind: .review(.good, due: nil, reviews: nil),
                    duration: 1_000
                )
            }
            var note = ImportNote(
                .guid(NoteGUID(rawValue: "\(number)")),
                type: NoteType.basic.id,
                values: [1: FieldValue("question \(number)"), 2: FieldValue("answer")]
            )
            note.cards = [card]
            return note
        }
        let deck = try #require(DeckName("From Anki"))
        var batch = ImportBatch(file: "a.apkg", into: deck, notes: notes)
        batch.isCollection = true
        _ = try fresh.library.importNotes(of: batch, by: nil)

        #expect(try fit(fresh.library).reviews == fitted)
    }

    @Test func easyDaysGetFewerReviews() throws {
        // The clock stands on a Wednesday; the Friday and Saturday of the second week are the 9th and 10th day from then.
        var settings = StudySettings()
        settings.easyDays = [5]
        let studied = try ReviewLibrary(settings: settings)
        try studied.learn([1, 2], dueIn: 9)
        try studied.learn([3, 4, 5], dueIn: 10)

        let schedule = try #require(try studied.review().schedule)
        let load = schedule.load

        #expect(load[8] == 5)
        #expect(load[9] == 3)
        // Among equally busy days another than an easy one is chosen.
        #expect(load[15] > load[14])
        // A card that the session puts on an easy day counts twice too.
        #expect(schedule.weights[8...9] == [2, 1])
    }
}
