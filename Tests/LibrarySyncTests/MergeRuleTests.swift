import LibraryValues
import Notes
import Recall
import SQLite
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Rules of merging that replicas could break without disagreeing; and for every rule, a test that fails when it is broken.
struct MergeRuleTests {
    private let folder: TemporaryFolder
    private let copies: [SyncReplica]
    private var here: SyncReplica { copies[0] }
    private var there: SyncReplica { copies[1] }
    private let note: NoteID

    init() throws {
        folder = try TemporaryFolder()
        copies = try SyncReplica.copies(3, in: folder)
        note = try copies[0].notes()[0]
    }

    private func advance() { for copy in copies { copy.clock.advance(by: 60_000) } }

    private func edit(_ note: NoteID, to text: String = "edited", on copy: SyncReplica) throws {
        _ = try copy.library.edit(note, by: nil) { $0.values[1] = FieldValue(text) }
    }

    private func add(to deck: DeckID, on copy: SyncReplica) throws -> NoteID {
        let draft = ConnectedDraft(
            type: NoteType.basic.id,
            deck: deck,
            values: [1: FieldValue("front"), 2: FieldValue("back")],
            tags: []
        )
        return try #require(try copy.library.add([draft], by: nil).first)
    }

    private func makeDeck(_ name: String, on copy: SyncReplica) throws -> DeckID {
        try copy.library.makeDeck(named: #require(DeckName(name)), by: nil).deck
    }

    private func deck(named name: String, on copy: SyncReplica) throws -> DeckID? {
        try copy.library.decks().first { $0.name.text == name }?.id
    }

    /// A fact of a replica that has no file here, which is named by a digit.
    private func fact(
        _ key: FactKey,
        by digit: String,
        at clock: Int64,
        _ values: [String: Value]?
    ) throws -> Fact {
        let replica = try #require(ReplicaID(String(repeating: digit, count: 32)))
        let start = Stamp.clock(at: here.clock.now)
        let stamp = Stamp(clock: start + clock, replica: replica, sequence: clock)
        return Fact(key: key, stamp: stamp, values: values)
    }

    // MARK: - Parts

    @Test func theGreaterReplicaWinsATie() throws {
        let deck = try here.library.decks()[0].id
        let key = FactKey(ObjectKey(.deck, deck.rawValue), "name")
        let lesser = try fact(key, by: "a", at: 1, ["name": .text("Lesser")])
        let greater = try fact(key, by: "b", at: 1, ["name": .text("Greater")])

        for fact in [lesser, greater] { _ = try here.merge([fact]) }
        for fact in [greater, lesser] { _ = try there.merge([fact]) }

        for copy in [here, there] { #expect(try self.deck(named: "Greater", on: copy) == deck) }
    }

    @Test func aPartThatIsLaterThanItsObjectStays() throws {
        let deck = try here.library.decks()[0].id
        let key = ObjectKey(.deck, deck.rawValue)
        let moment = Value.integer(here.clock.now.milliseconds)
        let whole: [String: Value] = [
            "name": .text("Earlier"), "made": moment, "changed": moment,
        ]
        _ = try here.merge([fact(FactKey(key, "name"), by: "a", at: 2, ["name": .text("Later")])])

        _ = try here.merge([fact(FactKey(key), by: "b", at: 1, whole)])

        #expect(try self.deck(named: "Later", on: here) == deck)
    }

    @Test func parametersFromMoreReviewsStay() throws {
        for (clock, reviews) in [(1, 9), (2, 3)] as [(Int64, Int64)] {
            let values: [String: Value] = ["value": .text("null"), "reviews": .integer(reviews)]
            _ = try here.merge([fact(FactKey(.parameters), by: "a", at: clock, values)])
        }

        let values = try here.library.database.read { try $0.values(of: .parameters) }
        #expect(values?["reviews"] == .integer(9))
    }

    @Test func anEditIsLaterThanWhatItsWriterKnew() throws {
        there.clock.advance(by: -3_600_000)
        try edit(note, to: "first", on: here)
        try there.pull(from: here)

        try edit(note, to: "second", on: there)
        try copies.syncAll()

        for copy in copies {
            let text = try copy.library.database.read { try $0.note(note)?.values[1]?.text }
            #expect(text == "second")
        }
    }

    // MARK: - Deletions

    @Test func aNoteThatIsEditedWhileItIsGoneReturnsWithItsAnswers() throws {
        var chance = SplitMix(seed: 1)
        let event = try here.review(note, &chance)
        #expect(try here.library.record([event]) == [.stored])
        try copies.syncAll()
        _ = try here.library.delete([note], by: nil)
        try here.library.emptyBin()
        advance()

        try edit(note, on: there)
        try copies.syncAll()

        let card = CardID(note: note, face: .template(1))
        for copy in copies {
            #expect(try copy.notes().contains(note))
            #expect(try copy.library.events(of: card).map(\.id) == [event.id])
        }
    }

    @Test func aNoteThatIsEditedWhileItIsInTheBinReturns() throws {
        try copies.syncAll()
        _ = try here.library.delete([note], by: nil)
        advance()

        try edit(note, on: there)
        try copies.syncAll()

        for copy in copies { #expect(try copy.notes().contains(note)) }
    }

    @Test func aNoteThatIsRestoredBeforeTheBinIsEmptiedStays() throws {
        _ = try here.library.delete([note], by: nil)
        try copies.syncAll()
        advance()
        _ = try there.library.restore([note], by: nil)
        advance()

        try here.library.emptyBin()
        try copies.syncAll()

        for copy in copies { #expect(try copy.notes().contains(note)) }
    }

    @Test func aDeckIsDeletedWithItsNotes() throws {
        let deck = try makeDeck("Gone", on: here)
        _ = try add(to: deck, on: here)
        try copies.syncAll()
        advance()
        _ = try here.library.deleteDeck(deck, by: nil)
        try here.library.emptyBin()

        try copies.syncAll()

        for copy in copies { #expect(try self.deck(named: "Gone", on: copy) == nil) }
    }

    // MARK: - Objects that are one, and events

    /// Whoever wrote it had not heard of the other deck.
    @Test func anEditOfADeckForWhichAnotherStandsCounts() throws {
        let small = try makeDeck("Same", on: there)
        advance()
        let large = try makeDeck("Same", on: here)
        #expect(small.rawValue < large.rawValue)
        for copy in [there, here] { try copies[2].pull(from: copy) }
        advance()

        _ = try here.library.changeDeck(large, to: DeckName("Renamed"), nil, by: nil)
        try copies[2].pull(from: here)

        #expect(try deck(named: "Renamed", on: copies[2]) == small)
        try copies.syncAll()
    }

    private func event(by digit: String, at clock: Int64, grade: Grade?) throws -> Fact {
        let values = grade.map { grade -> [String: Value] in
            [
                "note": .integer(note.rawValue), "face": .text("1"),
                "moment": .integer(here.clock.now.milliseconds), "offset": .integer(0),
                "kind": .integer(1), "grade": .integer(Int64(grade.rawValue)),
                "duration": .integer(1_000), "mode": .integer(1),
            ]
        }
        return try fact(FactKey(ObjectKey(.event, 1 << 51)), by: digit, at: clock, values)
    }

    @Test func theLaterOfTwoEventsWithOneIDStays() throws {
        let earlier = try event(by: "a", at: 1, grade: .again)
        let later = try event(by: "b", at: 2, grade: .good)

        for fact in [earlier, later] { _ = try here.merge([fact]) }
        for fact in [later, earlier] { _ = try there.merge([fact]) }

        let card = CardID(note: note, face: .template(1))
        for copy in [here, there] {
            #expect(try copy.library.events(of: card).map(\.kind) == [.practice(.good)])
        }
    }

    @Test func anEventThatIsRemovedIsGone() throws {
        let card = CardID(note: note, face: .template(1))
        _ = try here.merge([event(by: "a", at: 1, grade: .good)])
        #expect(try here.library.events(of: card).count == 1)

        _ = try here.merge([event(by: "b", at: 2, grade: nil)])

        #expect(try here.library.events(of: card) == [])
    }

    // MARK: - Faults

    /// Runs the test that notices a fault.
    private static func test(_ fault: MergeFault) throws {
        switch fault {
        case .firstWriterWins, .losersAreForgotten: try SyncTests().aLostTextIsKeptAndRestored()
        case .tiesStay: try Self().theGreaterReplicaWinsATie()
        case .clocksIgnoreOthers: try Self().anEditIsLaterThanWhatItsWriterKnew()
        case .wholeObjectsWin: try Self().aPartThatIsLaterThanItsObjectStays()
        case .latestParametersWin: try Self().parametersFromMoreReviewsStay()
        case .unknownMarksAreRemoved:
            try SyncUnawareTests().tagsAndMarksOutliveAnImportThatDidNotKnowThem(true, false)
        case .addedFieldsAreLost:
            try SyncLossTests().fieldsAddedOnTwoCopiesKeepTheirTexts(["Sound", "Example"])
        case .deletionsWin, .keptObjectsAreNotTold, .departedEventsStay, .statesStay:
            try Self().aNoteThatIsEditedWhileItIsGoneReturnsWithItsAnswers()
        case .neededObjectsGo: try SyncLossTests().aPictureInUseOutlivesItsDeletion()
        case .notesGoLast: try Self().aDeckIsDeletedWithItsNotes()
        case .editedNotesStayInTheBin: try Self().aNoteThatIsEditedWhileItIsInTheBinReturns()
        case .usedDecksStayInTheBin:
            try SyncInheritanceTests().aCardHasTheScheduleOfTheDecksThatAreNotInTheBin(false)
        case .emptyingTheBinIsAnEdit: try Self().aNoteThatIsRestoredBeforeTheBinIsEmptiedStays()
        case .decksStayApart, .newcomerStands, .aliasesAreForgotten:
            try Self().anEditOfADeckForWhichAnotherStandsCounts()
        case .eventsAreLost: try SyncUnitingTests().anAnswerToANoteForWhichAnotherStandsCounts()
        case .firstEventStays: try Self().theLaterOfTwoEventsWithOneIDStays()
        case .removedEventsStay: try Self().anEventThatIsRemovedIsGone()
        case .nothingIsParked: try SyncTests().partsWaitForAnObjectThatIsUnknown()
        case .nothingIsWoken:
            try SyncDeletionTests().aRemovedAnswerThatWasAddedAgainWaitsForItsNote()
        case .gapsAreIgnored: try PageSeriesTests().aPageThatDoesNotFollowIsIgnored()
        case .pagesAreMergedAlone: try PageSeriesTests().nothingIsMergedBeforeTheLastPage()
        case .copiesKeepTheirName: try SyncTests().anEarlierStateOfAFileIsAnotherReplica()
        case .reusedSequencesStay: try SyncLossTests().aMachineThatWasSetBackLosesNothing(3)
        }
    }

    @Test(arguments: MergeFault.allCases)
    func aBrokenRuleIsNoticed(_ fault: MergeFault) throws {
        MergeFault.$current.withValue(fault) { withKnownIssue { try Self.test(fault) } }
    }
}
