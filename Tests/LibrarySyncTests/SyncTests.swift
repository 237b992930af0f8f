import Foundation
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

/// Two copies of one library.
struct SyncTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    private func syncBoth() throws { try here.sync(with: there) }

    @Test func twoHundredReviewsOnEachAreAsIfGivenOnOne() throws {
        var chance = SplitMix(seed: 1)
        var all: [Event] = []
        let notes = try here.notes()
        for step in 0..<200 {
            for replica in [here, there] {
                replica.clock.advance(by: 40_000 + Int64(replica.number))
                let note = notes[(step + replica.number) % notes.count]
                let event = try replica.review(note, &chance, grade: step % 7 == 0 ? .again : .good)
                #expect(try replica.library.record([event]) == [.stored])
                all.append(event)
            }
        }
        let vector = try there.library.syncState().vector
        let page = try #require(try here.library.syncPage(after: vector))
        // With the exchange of states.
        #expect(page.bytes.count < 12_000, "\(page.bytes.count)")

        try syncBoth()

        let single = try SyncTemplate.library(in: folder, "single", clock: here.clock)
        #expect(Set(try single.record(all)) == [.stored])
        for note in notes {
            let card = CardID(note: note, face: .template(1))
            let expected = try single.card(card)?.state
            #expect(try here.library.card(card)?.state == expected)
            #expect(try there.library.card(card)?.state == expected)
            #expect(try here.library.events(of: card) == single.events(of: card))
        }
        try single.close()
    }

    @Test func aMarkStaysWhereTheCardIsAnsweredFirstOnAnotherReplica() throws {
        try syncBoth()
        var chance = SplitMix(seed: 1)
        let card = CardID(note: try here.notes()[0], face: .template(1))
        _ = try there.library.act(
            .flag(3),
            on: [card],
            by: nil,
            timeZoneOffset: 0
        )
        here.clock.advance(by: 60_000)
        let event = try here.review(card.note, &chance)
        #expect(try here.library.record([event]) == [.stored])

        let page = try #require(try here.library.syncPage(after: there.library.syncState().vector))
        #expect(page.facts == 1)
        try syncBoth()

        #expect(try here.library.card(card)?.state.reviews == 1)
        let flag = try here.library.database.read { try $0.marks(of: card)?.flag }
        #expect(flag == 3)
    }

    @Test func nothingIsSentTwice() throws {
        _ = try here.library.makeDeck(named: #require(DeckName("New")), by: nil)
        let page = try #require(try here.library.syncPage(after: there.library.syncState().vector))
        #expect(try there.merge(page.bytes, from: here).facts > 0)

        #expect(try there.merge(page.bytes, from: here).facts == 0)
        #expect(try here.library.syncPage(after: there.library.syncState().vector) == nil)
    }

    @Test func aLostTextIsKeptAndRestored() throws {
        try syncBoth()
        let note = try here.notes()[0]
        func write(_ text: String, on replica: SyncReplica) throws {
            replica.clock.advance(by: 1_000)
            var form = try #require(try replica.library.noteForm(note))
            form.draft.values[form.fields[0].id] = NoteDraft.Value(text, pronunciation: "")
            _ = try replica.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
        }
        try write("earlier", on: here)
        there.clock.advance(by: 1_000)
        try write("later", on: there)
        try syncBoth()

        for replica in [here, there] {
            #expect(try replica.library.overwritten(note: note).map(\.text) == ["earlier"])
        }
        let lost = try #require(try here.library.overwritten(note: note).first)
        let change = try #require(try here.library.restoreOverwritten(lost.id, by: nil))
        try syncBoth()
        let form = try #require(try there.library.noteForm(note))
        #expect(form.draft.values.values.contains { $0.text == "earlier" })
        #expect(try there.library.overwritten(note: note).isEmpty)
        _ = try here.library.undo(change.id)
        try syncBoth()
    }

    @Test func editingInTurnLosesNothing() throws {
        let note = try here.notes()[0]
        for text in ["one", "two", "three"] {
            for replica in [here, there] {
                replica.clock.advance(by: 1_000)
                var form = try #require(try replica.library.noteForm(note))
                form.draft.values[form.fields[0].id] = NoteDraft.Value(
                    text + "\(replica.number)",
                    pronunciation: ""
                )
                _ = try replica.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
                try syncBoth()
            }
        }
        #expect(try here.library.overwritten(note: nil).isEmpty)
        #expect(try there.library.overwritten(note: nil).isEmpty)
    }

    @Test func aNoteThatIsBackHasTheEventsThatCameMeanwhile() throws {
        var chance = SplitMix(seed: 1)
        var form = try #require(try here.library.newNoteForm())
        for field in form.fields {
            form.draft.values[field.id] = NoteDraft.Value("new", pronunciation: "")
        }
        let saving = try here.library.save(form.draft, as: nil, allowsDuplicate: true, by: nil)
        guard case .saved(let change?, let note) = saving else {
            throw SyncFailure(description: "")
        }
        try syncBoth()
        let event = try there.review(note, &chance)
        #expect(try there.library.record([event]) == [.stored])

        _ = try here.library.undo(change.id)
        try here.pull(from: there)
        _ = try here.library.redo(change.id)

        let card = CardID(note: note, face: .template(1))
        #expect(try here.library.events(of: card) == [event])
        #expect(try here.library.card(card)?.state == there.library.card(card)?.state)
        try syncBoth()
        #expect(try here.library.check().findings.isEmpty)
    }

    /// One note of a collection, whose first card was answered good on as many days.
    private func collection(
        into deck: DeckName,
        with id: NoteID? = nil,
        answers: Int64
    ) -> ImportBatch {
        var note = ImportNote(
            .none,
            type: NoteType.basicAndReversed.id,
            values: [1: FieldValue("one"), 2: FieldValue("two")]
        )
        note.id = id
        var card = ImportCard(face: .template(1), state: .new, hasMemory: false)
        card.log = (0..<answers).map { day in
            ImportEvent(
                moment: Moment(milliseconds: 1_700_000_000_000 + day * 86_400_000),
                offset: 0,
                kind: .review(.good, due: nil, reviews: nil),
                duration: 1_000
            )
        }
        note.cards = [card]
        note.changed = here.clock.now
        var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        batch.isCollection = true
        return batch
    }

    @Test func aCardOfOneOfTwoNotesThatAreOneIsWhatTheLaterNoteSays() throws {
        func importNote(_ id: Int64, _ cards: [ImportCard], on replica: SyncReplica) throws {
            var note = ImportNote(
                .guid(NoteGUID(rawValue: "same")),
                type: NoteType.basic.id,
                values: [1: FieldValue("one"), 2: FieldValue("two")]
            )
            note.id = NoteID(rawValue: id)
            note.cards = cards
            let deck = try #require(DeckName("First questions"))
            var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
            batch.isCollection = true
            _ = try replica.library.importNotes(of: batch, by: nil)
        }
        var card = ImportCard(face: .template(1), state: .new, hasMemory: false)
        card.position = 5
        try importNote(1 << 41, [card], on: here)
        there.clock.advance(by: 60_000)
        try importNote(1 << 40, [], on: there)

        try syncBoth()

        let cards = try here.library.database.read { reader in
            try reader.connection.row("SELECT count(*) FROM card WHERE position = 5") { $0.int(0) }
        }
        #expect(cards == 0)
    }

    @Test func anImportedNoteHasItsFormerLogOnce() throws {
        let note = NoteID(rawValue: 1 << 40)
        let deck = try #require(DeckName("Imports"))
        let batch = collection(into: deck, with: note, answers: 3)
        _ = try here.library.importNotes(of: batch, by: nil)
        try syncBoth()
        let id = CardID(note: note, face: .template(1))
        let (events, state) = (try here.library.events(of: id), try here.library.card(id)?.state)
        // The answers, and the state that the file says.
        #expect(events.count == 4)

        _ = try here.library.delete([id.note], by: nil)
        try here.library.emptyBin()
        #expect(try here.library.events(of: id).isEmpty)
        _ = try here.library.importNotes(of: batch, by: nil)

        #expect(try here.library.events(of: id) == events)
        #expect(try here.library.card(id)?.state == state)
        try syncBoth()
    }

    @Test func aLogThatIsImportedAgainBelongsToItsNewNote() throws {
        let deck = try #require(DeckName("Imports"))
        let batch = collection(into: deck, answers: 1)
        for _ in 0..<3 {
            here.clock.advance(by: 1_000)
            let report = try here.library.importNotes(of: batch, by: nil)
            try syncBoth()
            here.clock.advance(by: 1_000)
            _ = try here.library.undo(#require(report.change).id)
            try syncBoth()
            #expect(try !there.library.decks().contains { $0.name.key == deck.key })
        }

        here.clock.advance(by: 1_000)
        _ = try here.library.importNotes(of: batch, by: nil)
        try syncBoth()

        let new = try #require(try there.library.notes(matching: "one", after: nil).notes.first)
        let cardID = CardID(note: new.id, face: .template(1))
        let durations = try there.library.events(of: cardID).map(\.duration)
        #expect(durations.contains(1_000))
        #expect(try there.library.check().findings.isEmpty)
    }

    @Test func partsWaitForAnObjectThatIsUnknown() throws {
        let peer = try #require(ReplicaID(bytes: [UInt8](repeating: 9, count: ReplicaID.size)))
        let key = ObjectKey(.deck, 1 << 50)
        func merge(_ facts: [(part: String, values: [String: Value])]) throws -> MergeCounts {
            let moment = here.clock.now
            let held = try here.library.database.read { try $0.syncVector() }
            var vector = held
            let all = facts.map { part, values in
                vector[peer] += 1
                return Fact(
                    key: FactKey(key, part),
                    stamp: Stamp(
                        clock: Stamp.clock(at: moment) + vector[peer],
                        replica: peer,
                        sequence: vector[peer]
                    ),
                    values: values
                )
            }
            let page = FactPage(after: held, vector: vector, held: vector, facts: all)
            return try here.library.database.write { try $0.merge(page, at: moment) }
        }
        let moment = Value.integer(here.clock.now.milliseconds)

        let first = try merge([("name", ["name": .text("Later")])])
        let second = try merge([
            ("name", ["name": .text("Latest")]),
            ("", ["name": .text("First"), "made": moment, "changed": moment]),
        ])

        #expect(first.parked == 1)
        #expect(second.parked == 0)
        let deck = try here.library.decks().first { $0.id.rawValue == key.number }
        #expect(deck?.name.text == "First")
    }

    @Test func parametersReplaceThoseFromMoreReviewsWhereTheseAreKnown() throws {
        var chance = SplitMix(seed: 1)
        let event = try here.review(here.notes()[0], &chance)
        _ = try here.library.record([event])
        var values = Parameters.default.values
        values[0] = 0.25
        try here.library.setParameters(Parameters(values))
        try syncBoth()

        here.clock.advance(by: 1_000)
        var retraction = event
        retraction.id = event.id.next
        retraction.kind = .retraction(of: event.id)
        _ = try here.library.record([retraction])
        values[0] = 0.3
        try here.library.setParameters(Parameters(values))
        try syncBoth()

        #expect(try there.library.parameters().values[0] == 0.3)
    }

    @Test func anEarlierStateOfAFileIsAnotherReplica() throws {
        try here.library.close()
        let earlier = try SyncFiles(of: here)
        try here.open()
        let replica = try here.library.syncState().replica
        _ = try here.library.makeDeck(named: #require(DeckName("Later")), by: nil)
        try here.library.close()

        try earlier.put(at: here.path)
        try here.open()

        #expect(try here.library.syncState().replica != replica)
    }

    @Test func anotherLibraryIsRefused() throws {
        let clock = TestClock()
        let other = try Library.openNew(at: folder.path("other.omena")) { clock.now }
        _ = try other.makeDeck(named: #require(DeckName("Mine")), by: nil)
        let page = try #require(try other.syncPage(after: SyncVector()))
        let before = try here.content()

        #expect(throws: LibraryError.self) { try here.library.merge(page.bytes, from: there.peer) }

        #expect(try here.content() == before)
        try other.close()
    }

    @Test func aClockACenturyAheadIsRefusedAndMovesNothing() throws {
        there.clock.advance(by: 100 * 365 * 86_400_000)
        _ = try there.library.makeDeck(named: #require(DeckName("Future")), by: nil)
        let before = try here.library.syncState()
        let page = try #require(try there.library.syncPage(after: before.vector))
        there.clock.advance(by: -100 * 365 * 86_400_000)

        #expect(throws: LibraryError.self) { try here.merge(page.bytes, from: there) }

        #expect(try here.library.syncState() == before)
        #expect(try here.library.decks().allSatisfy { $0.name.text != "Future" })
        // Its clock is right again, and so is what it wrote.
        try syncBoth()
        #expect(try here.library.decks().contains { $0.name.text == "Future" })
    }

    /// Pages that no replica would write.
    @Test func hostilePagesChangeNothingTheyMayNot() throws {
        _ = try here.library.makeDeck(named: #require(DeckName("New")), by: nil)
        let page = try #require(try here.library.syncPage(after: SyncVector()))
        for seed in 0..<UInt64(400) {
            var chance = SplitMix(seed: seed)
            var bytes = page.bytes
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &chance)))
                case 1 where !bytes.isEmpty:
                    bytes[Int.random(in: bytes.indices, using: &chance)] = UInt8.random(
                        in: 0...255,
                        using: &chance
                    )
                default: bytes += bytes.prefix(9)
                }
            }
            _ = try? there.merge(bytes, from: here)
        }
        #expect(try there.library.check().findings.isEmpty)
    }

    @Test func factsOfNoTruthAreParkedAndPassedOn() throws {
        let replica = try #require(ReplicaID(String(repeating: "ab", count: 16)))
        let note = ObjectKey(.note, try here.notes()[0].rawValue)
        var facts: [Fact] = []
        func add(_ object: ObjectKey, _ part: String, _ values: [String: Value]) {
            let sequence = Int64(facts.count) + 1
            let clock = Stamp.clock(at: here.clock.now)
            let stamp = Stamp(clock: clock, replica: replica, sequence: sequence)
            facts.append(Fact(key: FactKey(object, part), stamp: stamp, values: values))
        }
        add(note, "progress", ["progress": .integer(2)])
        add(note, "made", ["made": .integer(.max)])
        add(note, "deck", ["deck": .integer(77)])
        add(note, "tag a b", ["tag a b": .text("a b")])
        add(note, "card 1 flag", ["card 1 flag": .integer(900)])
        add(note, "field 1", ["field 1": .text("no JSON")])
        add(ObjectKey("setting", .text("lookup-key")), "", ["value": .text("stolen")])
        add(
            ObjectKey("setting", .text("study")),
            "retention",
            ["retention": .text("1,\"rollover\":3")]
        )
        add(ObjectKey("poem", .text("later")), "", ["line": .text("A later version knows.")])
        add(ObjectKey(.event, 5), "", ["note": .integer(1), "moment": .integer(1)])
        let before = try here.content()
        var vector = SyncVector()
        vector[replica] = Int64(facts.count)
        var encoder = FactEncoder()
        for fact in facts { encoder.add(fact) }
        let page = SyncPageContent(
            library: here.library.identity.id,
            page: FactPage(after: SyncVector(), vector: vector, held: vector, facts: [])
        )

        let outcome = try here.merge(page.bytes(with: encoder), from: there)

        #expect(outcome.parked == facts.count)
        #expect(try here.content() == before)
        try there.pull(from: here)
        let passed = try there.library.database.read { reader in
            try reader.connection.row("SELECT count(*) FROM parked") { $0.int(0) }
        }
        #expect(passed == facts.count)
    }

    @Test func aBackupThatIsCopiedOverTheFileWritesAsAnotherReplica() throws {
        try syncBoth()
        try here.library.close()
        let file = URL(filePath: here.path)
        let backup = try Data(contentsOf: file)
        try here.open()
        _ = try here.library.makeDeck(named: #require(DeckName("Before")), by: nil)
        try there.pull(from: here)
        let replica = try here.library.syncState().replica
        try here.library.close()
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: backup)
        try handle.close()

        try here.open()
        _ = try here.library.makeDeck(named: #require(DeckName("After")), by: nil)

        #expect(try here.library.syncState().replica != replica)
        try syncBoth()
        let names = try there.library.decks().map(\.name.text)
        #expect(names.contains("Before") && names.contains("After"))
    }

    @Test func mediaOfTodaysReviewsComeFirst() throws {
        var chance = SplitMix(seed: 1)
        let contents: [[UInt8]] = [[1], [2], [3]]
        for (number, content) in contents.enumerated() {
            _ = try here.library.putMedia(content, named: "\(number).png")
        }
        let hashes = contents.map { Library.hash(of: $0) }
        // By their hashes, it would be last.
        let due = try #require(
            hashes.indices.max { hashes[$0].description < hashes[$1].description }
        )
        let note = try here.notes()[0]
        _ = try here.library.edit(note, by: nil) {
            $0.values[2] = FieldValue("<img src=\"\(due).png\">")
        }
        var event = try here.review(note, &chance)
        event.kind = .review(.again, due: here.clock.now.later(by: 600_000), reviews: 0)
        #expect(try here.library.record([event]) == [.stored])

        try there.pull(from: here)

        let lacking = try there.library.lackingMedia(limit: 3)
        #expect(lacking.first == hashes[due])
        #expect(Set(lacking) == Set(hashes))
    }

    @Test func mediaNeedANameHere() throws {
        let hash = try here.library.putMedia([1, 2, 3], named: "a.png")
        #expect(try !there.library.storeMedia([1, 2, 3]))
        try there.pull(from: here)

        #expect(try there.library.lackingMedia(limit: 9) == [hash])
        #expect(try there.library.storeMedia([1, 2, 3]))
        #expect(try there.library.lackingMedia(limit: 9) == [])
        #expect(try there.library.media(hash) == [1, 2, 3])
    }
}
