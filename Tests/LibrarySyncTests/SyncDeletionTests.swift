import LibraryValues
import Notes
import SQLite
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// What one copy writes while another one deletes what it belongs to, and brings that back.
struct SyncDeletionTests {
    private let folder: TemporaryFolder
    private let copies: [SyncReplica]
    private var here: SyncReplica { copies[0] }
    private var there: SyncReplica { copies[1] }

    init() throws {
        folder = try TemporaryFolder()
        copies = try SyncReplica.copies(3, in: folder)
    }

    /// The copies that hear of one another before the note is back: from which one, and which one.
    private static let paths: [[(Int, Int)]] = [
        [], [(0, 1)], [(1, 0)], [(0, 1), (1, 0)], [(1, 0), (0, 1)],
        [(0, 2)], [(1, 2)], [(0, 2), (1, 2)], [(1, 2), (0, 2)],
        [(0, 2), (2, 1)], [(1, 2), (2, 0)], [(0, 2), (1, 2), (2, 0), (2, 1)],
    ]

    /// An edit that is later than the deletion beats it; one that is earlier is kept for when the note is back.
    @Test(arguments: paths.indices, [false, true])
    func aTextThatIsEditedWhileItsNoteIsGoneIsThereOrOffered(_ path: Int, _ isLater: Bool) throws {
        let (change, note) = try addNote()
        try copies.syncAll()
        for copy in copies { copy.clock.advance(by: 60_000) }
        here.clock.advance(by: isLater ? 0 : 60_000)
        there.clock.advance(by: isLater ? 60_000 : 0)

        _ = try here.library.undo(change.id)
        try edit(note, on: there)
        for (sender, receiver) in Self.paths[path] {
            try copies[receiver].pull(from: copies[sender])
        }
        for copy in copies { copy.clock.advance(by: 600_000) }
        if try here.library.noteForm(note) == nil { _ = try here.library.redo(change.id) }
        try copies.syncAll()

        for copy in copies {
            let form = try #require(try copy.library.noteForm(note))
            let offered = try copy.library.overwritten(note: note).map(\.text)
            #expect((form.draft.values.values.map(\.text) + offered).contains("edited"))
            #expect(Set(offered).count == offered.count)
        }
    }

    private func addNote() throws -> (change: Change, note: NoteID) {
        var form = try #require(try here.library.newNoteForm())
        for field in form.fields {
            form.draft.values[field.id] = NoteDraft.Value("added", pronunciation: "")
        }
        let saving = try here.library.save(form.draft, as: nil, allowsDuplicate: true, by: nil)
        guard case .saved(let change?, let note) = saving else {
            throw SyncFailure(description: "No note was added")
        }
        return (change, note)
    }

    private func addNote(to deck: DeckID, on copy: SyncReplica) throws -> NoteID {
        let draft = ConnectedDraft(
            type: NoteType.basic.id,
            deck: deck,
            values: [1: FieldValue("front"), 2: FieldValue("back")],
            tags: []
        )
        return try #require(try copy.library.add([draft], by: nil).first)
    }

    private func edit(_ note: NoteID, to text: String = "edited", on copy: SyncReplica) throws {
        var form = try #require(try copy.library.noteForm(note))
        form.draft.values[form.fields[0].id] = NoteDraft.Value(text, pronunciation: "")
        _ = try copy.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
    }

    private func importNote(
        _ id: Int64,
        _ text: String,
        on copy: SyncReplica
    ) throws -> ImportReport {
        var note = ImportNote(
            .guid(NoteGUID(rawValue: "same")),
            type: NoteType.basic.id,
            values: [1: FieldValue("prompt"), 2: FieldValue(text)]
        )
        note.id = NoteID(rawValue: id)
        let deck = try #require(DeckName("First questions"))
        var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        batch.isCollection = true
        return try copy.library.importNotes(of: batch, by: nil)
    }

    /// How many values that lost are kept, whether or not they are offered.
    private func keptCount(_ copy: SyncReplica) throws -> Int? {
        try copy.library.database.read { reader in
            try reader.connection.row("SELECT count(*) FROM overwritten") { $0.int(0) }
        }
    }

    private func hasWaitingFacts(_ copy: SyncReplica) throws -> Bool {
        try copy.library.database.read { try $0.hasWaitingFacts() }
    }

    /// Whoever deleted a note after an edit meant its text, too.
    @Test func aTextThatWasDeletedKnowinglyIsNotOffered() throws {
        let note = try #require(try here.library.notes(matching: "", after: nil).notes.first).id
        try copies.syncAll()
        there.clock.advance(by: 1_000)
        try edit(note, on: there)
        try copies.syncAll()
        here.clock.advance(by: 60_000)

        _ = try here.library.delete([note], by: nil)
        try here.library.emptyBin()
        try copies.syncAll()

        #expect(try keptCount(there) == 0)
    }

    /// A note that came for it while it was gone has waited, and nobody sends it again.
    @Test func aDeckThatIsBackHasTheNotesThatCameMeanwhile() throws {
        let made = try here.library.makeDeck(named: #require(DeckName("Back")), by: nil)
        let change = try #require(made.change)
        try copies.syncAll()
        let note = try addNote(to: made.deck, on: there)
        _ = try here.library.undo(change.id)
        try here.pull(from: there)
        #expect(try here.library.noteForm(note) == nil)

        _ = try here.library.redo(change.id)

        #expect(try here.library.noteForm(note) != nil)
        try copies.syncAll()
        #expect(try here.library.check().findings.isEmpty)
    }

    /// Whoever deletes the note last may know the edit that waits for it, or not.
    @Test(arguments: [false, true])
    func nothingWaitsForANoteThatIsDeletedAgain(_ isKnown: Bool) throws {
        let (change, note) = try addNote()
        try copies.syncAll()
        here.clock.advance(by: 60_000)
        there.clock.advance(by: 120_000)
        copies[2].clock.advance(by: 180_000)
        _ = try here.library.undo(change.id)
        try edit(note, on: there)
        try here.pull(from: there)
        #expect(try hasWaitingFacts(here))

        let last = isKnown ? there : copies[2]
        last.clock.advance(by: 60_000)
        _ = try last.library.delete([note], by: nil)
        try last.library.emptyBin()
        try here.pull(from: last)

        #expect(try !hasWaitingFacts(here))
        #expect(try keptCount(here) == (isKnown ? 0 : 1))
        try copies.syncAll()
        for copy in copies { #expect(try !hasWaitingFacts(copy)) }
    }

    @Test func nothingWaitsForADeckWhoseNoteIsDeletedToo() throws {
        let made = try here.library.makeDeck(named: #require(DeckName("Gone")), by: nil)
        let change = try #require(made.change)
        try copies.syncAll()
        let note = try addNote(to: made.deck, on: there)
        _ = try here.library.undo(change.id)
        try here.pull(from: there)
        #expect(try hasWaitingFacts(here))

        there.clock.advance(by: 60_000)
        _ = try there.library.delete([note], by: nil)
        try there.library.emptyBin()
        try here.pull(from: there)

        #expect(try !hasWaitingFacts(here))
        #expect(try keptCount(here) == 0)
        try copies.syncAll()
    }

    private func move(_ note: NoteID, to deck: DeckID, on copy: SyncReplica) throws {
        var form = try #require(try copy.library.noteForm(note))
        form.draft.deck = deck
        _ = try copy.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
    }

    @Test func aNoteThatLeftADeckThatIsGoneComes() throws {
        let made = try here.library.makeDeck(named: #require(DeckName("Gone")), by: nil)
        let change = try #require(made.change)
        try copies.syncAll()
        let deck = try #require(try there.library.decks().first { $0.id != made.deck }).id
        let note = try addNote(to: made.deck, on: there)
        _ = try here.library.undo(change.id)
        try here.pull(from: there)
        #expect(try here.library.noteForm(note) == nil)

        there.clock.advance(by: 60_000)
        try move(note, to: deck, on: there)
        try here.pull(from: there)

        #expect(try here.library.noteForm(note)?.draft.deck == deck)
        #expect(try !hasWaitingFacts(here))
        try copies.syncAll()
    }

    /// The deck that an earlier fact says may be gone for ever.
    @Test func nothingWaitsForADeckThatANoteHasLeft() throws {
        let made = try here.library.makeDeck(named: #require(DeckName("Gone")), by: nil)
        let change = try #require(made.change)
        let (_, note) = try addNote()
        try copies.syncAll()
        _ = try here.library.undo(change.id)
        copies[2].clock.advance(by: 60_000)
        try move(note, to: made.deck, on: copies[2])
        there.clock.advance(by: 120_000)
        let home = try #require(try there.library.noteForm(note)).draft.deck
        let deck = try #require(
            try there.library.decks().first { $0.id != home && $0.id != made.deck }
        ).id
        try move(note, to: deck, on: there)
        try here.pull(from: there)

        try here.pull(from: copies[2])

        #expect(try here.library.noteForm(note)?.draft.deck == deck)
        #expect(try !hasWaitingFacts(here))
        try copies.syncAll()
    }

    /// Whoever deleted one of two notes that are one knew nothing of the other one's texts.
    @Test func aTextOfANoteThatIsOneWithADeletedNoteIsOffered() throws {
        let small: Int64 = 1 << 40
        let change = try #require(try importNote(small, "first", on: here).change)
        try there.pull(from: here)
        copies[2].clock.advance(by: 60_000)
        _ = try importNote(1 << 41, "second", on: copies[2])
        here.clock.advance(by: 120_000)

        _ = try here.library.undo(change.id)
        try here.pull(from: copies[2])
        try there.pull(from: copies[2])
        try here.pull(from: there)
        for copy in copies { copy.clock.advance(by: 600_000) }
        _ = try importNote(small, "first", on: here)
        try copies.syncAll()

        for copy in copies {
            let offered = try copy.library.overwritten(note: NoteID(rawValue: small))
            #expect(offered.map(\.text) == ["second"])
        }
    }

    /// It was deleted elsewhere under another ID, and stays because of its note.
    @Test func theNameOfADeckThatStaysIsNotLost() throws {
        func makeDeck(on copy: SyncReplica) throws -> (change: Change?, deck: DeckID) {
            try copy.library.makeDeck(named: #require(DeckName("Same")), by: nil)
        }
        let first = try makeDeck(on: here)
        try there.pull(from: here)
        copies[2].clock.advance(by: 60_000)
        let second = try makeDeck(on: copies[2]).deck
        #expect(first.deck.rawValue < second.rawValue)
        let note = try addNote(to: second, on: copies[2])
        here.clock.advance(by: 120_000)

        _ = try here.library.undo(try #require(first.change).id)
        try here.pull(from: copies[2])
        try there.pull(from: copies[2])
        try here.pull(from: there)

        #expect(try here.library.noteForm(note)?.draft.deck == first.deck)
        #expect(try keptCount(here) == 0)
        try copies.syncAll()
    }

    /// A text of a note that is gone and a setting are kept, but nobody can put them back.
    @Test func onlyTextsThatAreOfferedAreCounted() throws {
        let other = try #require(try here.library.notes(matching: "", after: nil).notes.first).id
        let (change, note) = try addNote()
        try copies.syncAll()
        there.clock.advance(by: 60_000)
        here.clock.advance(by: 120_000)
        try edit(note, on: there)
        try there.library.changeSettings { $0.newLimit = 7 }
        _ = try here.library.undo(change.id)
        try here.library.changeSettings { $0.newLimit = 8 }

        #expect(try there.pull(from: here).overwritten == 0)
        #expect(try keptCount(there) == 2)

        try edit(other, on: there)
        here.clock.advance(by: 60_000)
        try edit(other, to: "later", on: here)
        #expect(try there.pull(from: here).overwritten == 1)
        try copies.syncAll()
    }

    /// After its fact was renamed, it would be kept twice otherwise.
    @Test func aTextThatLostHasOneNameWhateverItsReplicaIsCalled() throws {
        let text = Value.text("text")
        func name(_ digit: String, _ value: Value, at clock: Int64 = 1) throws -> String {
            let replica = try #require(ReplicaID(String(repeating: digit, count: 32)))
            let stamp = Stamp(clock: clock, replica: replica, sequence: 1)
            let loss = SyncObject.Loss(part: "field 1", value: value, stamp: stamp)
            return OverwrittenName(loss, of: ObjectKey(.note, 1)).description
        }

        let first = try name("1", text)

        #expect(try name("2", text) == first)
        #expect(try name("1", .text("other")) != first)
        #expect(try name("1", text, at: 2) != first)
        #expect(OverwrittenName(first)?.description == first)
    }

    /// Two copies imported one log, and one of them took that back before the other one did it.
    @Test func aRemovedAnswerThatWasAddedAgainWaitsForItsNote() throws {
        let note = ObjectKey(.note, 1 << 50)
        let event = ObjectKey(.event, 1 << 51)
        let now = here.clock.now
        let (moment, deck) = (Value.integer(now.milliseconds), try here.library.decks()[0].id)
        func fact(
            _ key: ObjectKey,
            by digit: String,
            at clock: Int64,
            _ values: [String: Value]?
        ) throws -> Fact {
            let replica = try #require(ReplicaID(String(repeating: digit, count: 32)))
            let stamp = Stamp(
                clock: Stamp.clock(at: now) + clock,
                replica: replica,
                sequence: clock
            )
            return Fact(key: FactKey(key), stamp: stamp, values: values)
        }
        let added = try fact(
            event,
            by: "a",
            at: 3,
            [
                "note": note.id, "face": .text("1"), "moment": moment, "offset": .integer(0),
                "kind": .integer(1), "grade": .integer(3), "duration": .integer(1_000),
                "mode": .integer(1),
            ]
        )
        #expect(added.isValid)
        #expect(try here.merge([added]).parked == 1)

        #expect(try here.merge([fact(event, by: "b", at: 2, nil)]).parked == 1)
        let values: [String: Value] = [
            "guid": .text("guid"), "type": .integer(1), "deck": .integer(deck.rawValue),
            "made": moment, "changed": moment,
        ]
        #expect(try here.merge([fact(note, by: "a", at: 4, values)]).parked == 0)

        let card = CardID(note: NoteID(rawValue: 1 << 50), face: .template(1))
        #expect(try here.library.events(of: card).count == 1)
        try copies.syncAll()
    }
}
