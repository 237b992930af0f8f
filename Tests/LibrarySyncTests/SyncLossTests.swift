import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// What two copies could lose of one another.
struct SyncLossTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    private func syncBoth() throws { try here.sync(with: there) }

    private func makeDeck(_ name: String, on replica: SyncReplica) throws {
        _ = try replica.library.makeDeck(named: #require(DeckName(name)), by: nil)
    }

    private func decks(_ replica: SyncReplica) throws -> [String] {
        try replica.library.decks().map(\.name.text)
    }

    /// Sets a library back to what it was before something was done, with the file that says which file it is, as a whole
    /// machine does.
    private func setBack(_ replica: SyncReplica, beyond action: () throws -> Void) throws {
        try replica.library.close()
        let files = try SyncFiles(of: replica)
        try replica.open()
        try action()
        try replica.library.close()
        try files.put(at: replica.path, isWhole: true)
        try replica.open()
        replica.clock.advance(by: 60_000)
    }

    /// It may have written fewer facts, as many or more before it syncs, so that their number says nothing.
    @Test(arguments: [2, 3, 4])
    func aMachineThatWasSetBackLosesNothing(_ count: Int) throws {
        try syncBoth()
        try setBack(here) {
            for name in ["One", "Two", "Three"] { try makeDeck(name, on: here) }
            try there.pull(from: here)
        }

        let later = (1...count).map { "Later \($0)" }
        for name in later { try makeDeck(name, on: here) }
        try syncBoth()

        for replica in [here, there] {
            #expect(Set(["One", "Two", "Three"] + later).isSubset(of: try decks(replica)))
        }
    }

    /// Of what it wrote first, there may be no fact any more.
    @Test func aMachineThatWasSetBackIsNoticedByWhatItHasReplaced() throws {
        try makeDeck("Deck", on: here)
        try syncBoth()
        let deck = try #require(try here.library.decks().first { $0.name.text == "Deck" }).id
        try setBack(here) {
            try makeDeck("One", on: here)
            try there.pull(from: here)
        }

        for name in ["Earlier", "Later", "Last"] {
            here.clock.advance(by: 1_000)
            _ = try here.library.changeDeck(deck, to: DeckName(name), nil, by: nil)
        }
        try syncBoth()

        for replica in [here, there] {
            #expect(Set(["One", "Last"]).isSubset(of: try decks(replica)))
        }
    }

    /// A third copy has heard of what was written after that, under sequences that the second one knows as those of other facts.
    @Test(arguments: [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    func aMachineThatWasSetBackLosesNothingAmongThree(_ order: [Int]) throws {
        let path = folder.path("2.omena")
        try SyncTemplate.file.write(to: URL(filePath: path))
        let third = try SyncReplica(path: path, number: 2, skew: 0)
        try syncBoth()
        try setBack(here) {
            for name in ["One", "Two", "Three"] { try makeDeck(name, on: here) }
            try there.pull(from: here)
        }
        let later = (1...4).map { "Later \($0)" }
        for name in later { try makeDeck(name, on: here) }
        try third.pull(from: here)
        // What is opened again begins anew.
        try here.library.close()
        try here.open()
        try makeDeck("Last", on: here)
        try third.pull(from: here)

        let pairs = [(here, there), (here, third), (there, third)]
        for _ in 0..<5 {
            for number in order {
                try pairs[number].1.pull(from: pairs[number].0)
                try pairs[number].0.pull(from: pairs[number].1)
            }
        }

        let content = try here.content()
        for replica in [here, there, third] {
            #expect(try replica.content() == content)
            let all = Set(["One", "Two", "Three", "Last"] + later)
            #expect(all.isSubset(of: try decks(replica)))
            let vector = try third.vector(toldTo: replica)
            #expect(try replica.library.syncPage(after: vector) == nil)
        }
    }

    /// What both held when they last synced keeps its name, however long it took to come.
    @Test func onlyWhatWasWrittenSinceTheLastSyncIsToldAgain() throws {
        let peer = PeerID(
            rawValue: try here.library.database.write {
                try $0.insertPeer(name: "Other", at: here.clock.now)
            }
        )
        for number in 1...20 { try makeDeck("Old \(number)", on: here) }
        try syncBoth()
        let (state, replica) = (
            try there.library.syncState(), try here.library.syncState().replica
        )
        try here.library.recordSync(
            with: peer,
            SyncRecord(replica: state.replica, vector: state.vector)
        )
        try setBack(here) {
            try makeDeck("One", on: here)
            try there.pull(from: here)
        }
        try makeDeck("Later", on: here)

        try here.library.prepareToSync(with: peer, saying: there.library.syncState())

        let now = try here.library.syncState()
        #expect(now.replica != replica)
        #expect(now.vector[replica] == state.vector[replica])
        #expect(now.reused == SyncVector([replica: state.vector[replica] + 1]))
    }

    /// Whoever is opened again is no other replica.
    @Test func whatIsOpenedAgainKeepsItsName() throws {
        try makeDeck("One", on: here)
        try syncBoth()
        let replica = try here.library.syncState().replica
        for number in 1...3 {
            try here.library.close()
            try here.open()
            try makeDeck("Two \(number)", on: here)
            try syncBoth()
        }

        for copy in [here, there] { #expect(try copy.library.syncState().reused == nil) }
        #expect(try here.library.syncState().replica == replica)
        #expect(try here.library.syncState().openings == there.library.syncState().openings)
        let openings = try #require(try here.library.syncState().openings)
        #expect(openings[replica] > 0)
    }

    /// Whoever may send pages may say of a replica that it has written much.
    @Test func aPeerThatTellsMoreThanThereIsHidesNothing() throws {
        try syncBoth()
        let replica = try here.library.syncState().replica
        var state = try there.library.syncState().vector
        let before = state
        state[replica] = SyncVector.range.upperBound
        let page = SyncPageContent(
            library: here.library.identity.id,
            page: FactPage(after: before, vector: state, held: state, facts: [])
        )
        _ = try there.merge(page.bytes(with: FactEncoder()), from: here)

        try makeDeck("Written later", on: here)
        try syncBoth()

        #expect(try decks(there).contains("Written later"))
    }

    @Test func aVectorHasNoMoreThanCanBeCounted() throws {
        let id = try here.library.syncState().replica
        func read(_ sequence: Int64) throws -> SyncVector {
            try JSONDecoder().decode(SyncVector.self, from: Data("{\"\(id)\":\(sequence)}".utf8))
        }
        #expect(try read(SyncVector.range.upperBound)[id] == SyncVector.range.upperBound)
        #expect(throws: DecodingError.self) { try read(SyncVector.range.upperBound + 1) }
        #expect(throws: DecodingError.self) { try read(.max) }
    }

    @Test func anAnswerOfAWrongClockStopsNothing() throws {
        try syncBoth()
        let card = try #require(try there.library.deal(.browse, Source(deck: "First questions")))
            .cards[0]
        there.clock.advance(by: 10 * 86_400_000)
        var chance = SplitMix(seed: 1)
        let event = Event(
            id: EventID(at: there.clock.now.milliseconds, using: &chance),
            note: card.note,
            face: card.face,
            kind: .practice(.good),
            moment: there.clock.now,
            offset: 0,
            duration: 1_000,
            mode: .learn
        )
        #expect(try there.library.record([event]) == [.stored])
        there.clock.advance(by: -10 * 86_400_000)
        try makeDeck("Written with the right clock", on: there)

        try syncBoth()

        #expect(try decks(here).contains("Written with the right clock"))
        let id = CardID(note: card.note, face: card.face)
        #expect(try here.library.events(of: id).contains { $0.id == event.id })
    }

    /// An emptied bin has the clock of what was done to its notes before, also where it follows a fact with a wrong clock.
    @Test func aBinThatIsEmptiedWithAWrongClockIsEmptyEverywhere() throws {
        let deal = try #require(try there.library.deal(.browse, Source(deck: "First questions")))
        _ = try there.library.delete([deal.cards[0].note], by: nil)
        try syncBoth()
        there.clock.advance(by: 10 * 86_400_000)
        try makeDeck("Written with a wrong clock", on: there)
        try there.library.emptyBin()
        there.clock.advance(by: -10 * 86_400_000)

        try syncBoth()

        #expect(try decks(here).contains("Written with a wrong clock"))
        for replica in [here, there] {
            let binned = try replica.library.database.read {
                try $0.binnedNotes(after: nil, limit: 10)
            }
            #expect(binned == [])
        }
    }

    @Test func aPictureInUseOutlivesItsDeletion() throws {
        let hash = try here.library.putMedia([1, 2, 3], named: "a.png")
        try syncBoth()
        _ = try there.library.storeMedia([1, 2, 3])
        let note = try #require(try here.library.notes(matching: "", after: nil).notes.first).id
        var form = try #require(try here.library.noteForm(note))
        form.draft.values[form.fields[0].id] = NoteDraft.Value(
            "<img src=\"a.png\">",
            pronunciation: ""
        )
        _ = try here.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
        // Nothing used it there.
        try there.library.database.write { try $0.removeMedia(named: "a.png") }

        try syncBoth()

        for replica in [here, there] {
            let found = try replica.library.database.read { try $0.mediaHash(named: "a.png") }
            #expect(found == hash)
        }
    }

    @Test func picturesOfOneNameOnTwoCopiesStayTwo() throws {
        for replica in [here, there] {
            _ = try replica.library.database.write {
                try $0.insertPeer(name: "Other", at: replica.clock.now)
            }
        }
        try syncBoth()
        func add(_ byte: UInt8, on replica: SyncReplica) throws -> String {
            let picture = try Medium(Array("GIF89a".utf8) + [byte, 0, 1, 0, 0, 0, 0, 0x2C])
            return try replica.library.add(picture, named: "image.gif").reference.name
        }
        let names = [try add(1, on: here), try add(2, on: there)]

        try syncBoth()

        #expect(Set(names).count == 2)
        for name in names {
            #expect(try here.library.database.read { try $0.mediaHash(named: name) } != nil)
        }
    }

    @Test func theOtherTextOfTwoNotesThatAreOneIsKept() throws {
        func importNote(_ id: Int64, _ text: String, on replica: SyncReplica) throws {
            var note = ImportNote(
                .guid(NoteGUID(rawValue: "same")),
                type: NoteType.basic.id,
                values: [1: FieldValue("prompt"), 2: FieldValue(text)]
            )
            note.id = NoteID(rawValue: id)
            let deck = try #require(DeckName("First questions"))
            var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
            batch.isCollection = true
            _ = try replica.library.importNotes(of: batch, by: nil)
        }
        try importNote(1 << 41, "earlier", on: here)
        there.clock.advance(by: 60_000)
        try importNote(1 << 40, "later", on: there)

        try syncBoth()

        for replica in [here, there] {
            #expect(try replica.library.overwritten(note: nil).map(\.text) == ["earlier"])
        }
    }

    /// A field of one name is one field; other ones stay apart, and keep their texts.
    @Test(arguments: [["Sound", "Example"], ["Example", "Example"]])
    func fieldsAddedOnTwoCopiesKeepTheirTexts(_ names: [String]) throws {
        try syncBoth()
        let basic = NoteType.basic.id
        var added: [NoteID: String] = [:]
        for (replica, name) in zip([here, there], names) {
            replica.clock.advance(by: 1_000)
            let form = try #require(try replica.library.form(of: basic, isNew: false))
            var draft = form.draft
            draft.fields.append(NoteTypeDraft.Field(name: name))
            draft.templates.append(
                NoteTypeDraft.Template(name: name, front: "{{\(name)}}", back: "{{Front}}")
            )
            _ = try replica.library.save(
                draft,
                over: basic,
                isNew: false,
                allowsLoss: false,
                by: nil
            )
            let type = try #require(try replica.library.database.read { try $0.noteType(basic) })
            let field = try #require(type.fields.first { $0.name == name })
            let note = ConnectedDraft(
                type: basic,
                deck: try #require(try replica.library.decks().first).id,
                values: [1: FieldValue(name), field.id: FieldValue("text of \(name)")],
                tags: []
            )
            for id in try replica.library.add([note], by: nil) {
                added[id] = name
            }
        }

        try syncBoth()

        for replica in [here, there] {
            let (type, notes) = try replica.library.database.read { reader in
                (try reader.noteType(basic), try added.keys.map { try reader.note($0) })
            }
            #expect(type?.fields.count == 2 + Set(names).count)
            #expect(type?.templates.count == 1 + Set(names).count)
            for note in notes.compactMap({ $0 }) {
                let name = added[note.id]
                let field = type?.fields.first { $0.name == name }
                #expect(field.flatMap { note.values[$0.id]?.text } == "text of \(name ?? "")")
            }
        }
    }

    /// A field that one copy removes while the other one renames its type.
    @Test(arguments: [false, true], [false, true])
    func theLaterOfTwoChangesOfATypeSaysWhetherAFieldIsRemoved(
        _ isRemovedLater: Bool,
        _ hasNewText: Bool
    ) throws {
        let basic = NoteType.basic.id
        func write(_ text: String, on replica: SyncReplica) throws {
            let note = ConnectedDraft(
                type: basic,
                deck: try #require(try replica.library.decks().first).id,
                values: [1: FieldValue(text), 2: FieldValue(text)],
                tags: []
            )
            _ = try replica.library.add([note], by: nil)
        }
        func save(on replica: SyncReplica, _ change: (inout NoteTypeDraft) -> Void) throws {
            var draft = try #require(try replica.library.form(of: basic, isNew: false)).draft
            change(&draft)
            _ = try replica.library.save(
                draft,
                over: basic,
                isNew: false,
                allowsLoss: true,
                by: nil
            )
        }
        try write("before", on: here)
        try syncBoth()
        (isRemovedLater ? here : there).clock.advance(by: 60_000)

        try save(on: here) { draft in
            draft.fields.remove(at: 1)
            draft.templates[0].back = "{{FrontSide}}"
        }
        try save(on: there) { $0.name = "Renamed" }
        if hasNewText { try write("just written", on: there) }
        try syncBoth()

        for replica in [here, there] {
            let type = try #require(try replica.library.database.read { try $0.noteType(basic) })
            #expect(type.fields.count == (isRemovedLater && !hasNewText ? 1 : 2))
        }
    }

    @Test func theOtherPronunciationOfATextIsOfferedAndRestored() throws {
        let note = try #require(try here.library.notes(matching: "", after: nil).notes.first).id
        try syncBoth()
        func noteForm(on replica: SyncReplica) throws -> NoteForm {
            try #require(try replica.library.noteForm(note))
        }
        for (replica, said) in [(here, "earlier"), (there, "later")] {
            replica.clock.advance(by: 1_000)
            there.clock.advance(by: 1_000)
            var form = try noteForm(on: replica)
            let field = form.fields[0].id
            form.draft.values[field]?.pronunciation = said
            _ = try replica.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
        }
        try syncBoth()

        let lost = try #require(try here.library.overwritten(note: note).first)
        #expect((lost.text, lost.current) == ("earlier", "later"))
        #expect(lost.field?.description == "Front · Pronunciation")
        _ = try here.library.restoreOverwritten(lost.id, by: nil)
        try syncBoth()

        let fields = try noteForm(on: there).draft.values.values
        #expect(fields.contains { $0.pronunciation == "earlier" })
        #expect(try there.library.overwritten(note: nil).isEmpty)
    }

    /// A text that lost is offered for 90 days, and a picture that nothing names stays for 30.
    @Test func thePictureOfATextThatLostStays() throws {
        let hash = try here.library.putMedia([1, 2, 3], named: "a.png")
        let note = try #require(try here.library.notes(matching: "", after: nil).notes.first).id
        try syncBoth()
        _ = try there.library.storeMedia([1, 2, 3])
        for (replica, text) in [(here, #"<img src="a.png">"#), (there, "later")] {
            replica.clock.advance(by: 1_000)
            there.clock.advance(by: 1_000)
            var form = try #require(try replica.library.noteForm(note))
            form.draft.values[form.fields[0].id] = NoteDraft.Value(text, pronunciation: "")
            _ = try replica.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
        }
        try syncBoth()

        for days: Int64 in [0, 31, 1] {
            there.clock.advance(by: days * 86_400_000)
            try there.library.performDailyMaintenance()
        }

        #expect(try there.library.media(hash) == [1, 2, 3])
    }

    @Test func theOtherNameOfADeckIsOfferedAndRestored() throws {
        try makeDeck("Deck", on: here)
        try syncBoth()
        let deck = try #require(try here.library.decks().first { $0.name.text == "Deck" }).id
        for (replica, name) in [(here, "Earlier"), (there, "Later")] {
            replica.clock.advance(by: 1_000)
            there.clock.advance(by: 1_000)
            _ = try replica.library.changeDeck(deck, to: DeckName(name), nil, by: nil)
        }
        try syncBoth()

        let lost = try #require(try here.library.overwritten(note: nil).first)
        #expect((lost.text, lost.current) == ("Earlier", "Later"))
        let change = try #require(try here.library.restoreOverwritten(lost.id, by: nil))
        #expect(change.says.description == "Renamed “Later” to “Earlier”")
        try syncBoth()

        #expect(try decks(there).contains("Earlier"))
        #expect(try here.library.overwritten(note: nil).isEmpty)
    }
}
