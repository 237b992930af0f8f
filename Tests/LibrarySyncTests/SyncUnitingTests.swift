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

/// Decks and notes of several copies that turn out to be one.
struct SyncUnitingTests {
    private let folder: TemporaryFolder
    private let copies: [SyncReplica]
    private var here: SyncReplica { copies[0] }
    private var there: SyncReplica { copies[1] }

    /// The IDs of two notes that are one: the first one stands for both.
    private let small = NoteID(rawValue: 1 << 40)
    private let large = NoteID(rawValue: 1 << 41)

    init() throws {
        folder = try TemporaryFolder()
        copies = try SyncReplica.copies(3, in: folder)
    }

    private func advance(days: Int64 = 0) {
        for copy in copies { copy.clock.advance(by: 60_000 + days * 86_400_000) }
    }

    private func makeDeck(_ name: String, on copy: SyncReplica) throws -> (Change?, DeckID) {
        let made = try copy.library.makeDeck(named: #require(DeckName(name)), by: nil)
        return (made.change, made.deck)
    }

    private func deck(named name: String, on copy: SyncReplica) throws -> DeckID? {
        try copy.library.decks().first { $0.name.text == name }?.id
    }

    private func importNote(
        _ id: NoteID,
        into deck: String = "First questions",
        on copy: SyncReplica
    ) throws {
        var note = ImportNote(
            .guid(NoteGUID(rawValue: "same")),
            type: NoteType.basic.id,
            values: [1: FieldValue("front"), 2: FieldValue("back")]
        )
        note.id = id
        let deck = try #require(DeckName(deck))
        var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        batch.isCollection = true
        _ = try copy.library.importNotes(of: batch, by: nil)
    }

    private func answer(
        _ note: NoteID,
        _ kind: Event.Kind = .practice(.good),
        on copy: SyncReplica,
        _ chance: inout SplitMix
    ) -> Event {
        let now = copy.clock.now
        return Event(
            id: EventID(at: now.milliseconds, using: &chance),
            note: note,
            face: .template(1),
            kind: kind,
            moment: now,
            offset: 0,
            duration: 1_000,
            mode: kind.isPractice ? .learn : .review
        )
    }

    /// Others know it by the ID of the one that stands for it, and would hear of two decks otherwise.
    @Test func aDeckThatIsBackIsTheOneThatStandsForIt() throws {
        let (_, small) = try makeDeck("Same", on: there)
        advance()
        let (change, large) = try makeDeck("Same", on: here)
        #expect(small.rawValue < large.rawValue)
        try copies[2].pull(from: here)
        try copies[2].pull(from: there)
        advance()
        let made = try #require(change).id
        _ = try here.library.undo(made)
        try here.pull(from: copies[2])
        #expect(try deck(named: "Same", on: here) == nil)

        advance()
        _ = try here.library.redo(made)
        #expect(try deck(named: "Same", on: here) == small)
        try copies.syncAll()
        advance()
        _ = try there.library.changeDeck(small, to: DeckName("Renamed"), nil, by: nil)
        try copies.syncAll()

        for copy in copies { #expect(try deck(named: "Renamed", on: copy) == small) }
    }

    @Test func aNoteThatIsImportedAgainIsTheOneThatStandsForIt() throws {
        try importNote(large, on: here)
        advance()
        try importNote(small, on: there)
        try copies.syncAll()
        #expect(try here.library.noteForm(large) == nil)
        advance()
        _ = try here.library.delete([small], by: nil)
        try here.library.emptyBin()
        try copies.syncAll()
        #expect(try there.library.noteForm(small) == nil)

        advance()
        try importNote(large, on: here)
        try copies.syncAll()

        for copy in copies {
            #expect(try copy.library.noteForm(small) != nil)
            #expect(try copy.library.noteForm(large) == nil)
        }
    }

    /// A browser may have asked for it, or sent it already, before the sync.
    @Test func anAnswerToANoteForWhichAnotherStandsCounts() throws {
        var chance = SplitMix(seed: 1)
        try importNote(large, on: here)
        try importNote(small, on: there)
        let sent = answer(large, on: here, &chance)
        #expect(try here.library.record([sent]) == [.stored])
        advance()
        let offline = answer(large, on: here, &chance)

        try copies.syncAll()

        #expect(try here.library.record([sent, offline]) == [.known, .stored])
        #expect(try here.library.record([offline]) == [.known])
        try copies.syncAll()
        let card = CardID(note: small, face: .template(1))
        for copy in copies {
            #expect(try copy.library.events(of: card).map(\.id) == [sent.id, offline.id])
        }
    }

    /// The note that stands for both was in another deck before.
    @Test func aCardHasTheScheduleOfTheDeckThatItsNoteComesInto() throws {
        var chance = SplitMix(seed: 1)
        _ = try makeDeck("Own", on: here)
        let (_, other) = try makeDeck("Other", on: here)
        var settings = DeckSettings()
        settings.retention = 0.8
        _ = try here.library.changeDeck(other, to: nil, settings, by: nil)
        try copies.syncAll()
        try importNote(small, into: "Own", on: here)
        for _ in 0..<4 {
            advance(days: 5)
            let event = answer(small, .review(.good, due: nil), on: here, &chance)
            #expect(try here.library.record([event]) == [.stored])
        }
        let card = CardID(note: small, face: .template(1))
        let before = try here.library.card(card)?.state
        advance()
        try importNote(large, into: "Other", on: there)

        try copies.syncAll()

        for copy in copies { #expect(try copy.library.noteForm(small)?.draft.deck == other) }
        #expect(try here.library.card(card)?.state != before)
    }

    /// While it was in the bin, a third deck got its name.
    @Test func aDeckThatComesOutOfTheBinIsOneWithTheDeckOfItsName() throws {
        let peer = try #require(ReplicaID(bytes: [UInt8](repeating: 9, count: ReplicaID.size)))
        let (first, second) = (ObjectKey(.deck, 1 << 20), ObjectKey(.deck, 1 << 21))
        var sequence: Int64 = 0
        func fact(_ key: FactKey, _ values: [String: Value]) -> Fact {
            sequence += 1
            let clock = Stamp.clock(at: here.clock.now) + sequence
            let stamp = Stamp(clock: clock, replica: peer, sequence: sequence)
            return Fact(key: key, stamp: stamp, values: values)
        }
        let moment = Value.integer(here.clock.now.milliseconds)
        _ = try here.merge([
            fact(FactKey(first), ["name": .text("Old"), "made": moment, "changed": moment]),
            fact(FactKey(first, "binned"), ["binned": moment]),
            fact(FactKey(second), ["name": .text("New"), "made": moment, "changed": moment]),
            fact(FactKey(first, "name"), ["name": .text("Third")]),
        ])
        _ = try makeDeck("Third", on: here)

        advance()
        _ = try here.merge([fact(FactKey(second, Fact.mergedPart), [Fact.mergedPart: first.id])])

        #expect(try here.library.decks().filter { $0.name.text == "Third" }.count == 1)
        #expect(try deck(named: "Third", on: here)?.rawValue == first.number)
        try copies.syncAll()
    }
}
