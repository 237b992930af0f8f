import Foundation
import LibraryValues
import Notes
import SQLite
import TestFolder
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
        let (here, there) = try SyncReplica.pair(in: folder)
        let path = folder.path("2.omena")
        try SyncTemplate.file.write(to: URL(filePath: path))
        copies = [here, there, try SyncReplica(path: path, number: 2, skew: 0)]
    }

    private func pull(_ sender: SyncReplica, into receiver: SyncReplica) throws {
        while let page = try sender.library.syncPage(after: receiver.vector(toldTo: sender)) {
            _ = try receiver.merge(page.bytes, from: sender)
            if page.isLast { return }
        }
    }

    private func syncAll() throws {
        for _ in 0..<3 {
            for copy in copies.dropFirst() {
                try pull(copy, into: here)
                try pull(here, into: copy)
            }
        }
        let content = try here.content()
        for copy in copies.dropFirst() { #expect(try copy.content() == content) }
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
        var form = try #require(try here.library.newNoteForm())
        for field in form.fields {
            form.draft.values[field.id] = NoteDraft.Value("added", pronunciation: "")
        }
        let saving = try here.library.save(form.draft, as: nil, allowsDuplicate: true, by: nil)
        guard case .saved(let change?, let note) = saving else {
            throw SyncFailure(description: "No note was added")
        }
        try syncAll()
        for copy in copies { copy.clock.advance(by: 60_000) }
        here.clock.advance(by: isLater ? 0 : 60_000)
        there.clock.advance(by: isLater ? 60_000 : 0)

        _ = try here.library.undo(change.id)
        try edit(note, on: there)
        for (sender, receiver) in Self.paths[path] {
            try pull(copies[sender], into: copies[receiver])
        }
        for copy in copies { copy.clock.advance(by: 600_000) }
        if try here.library.noteForm(note) == nil { _ = try here.library.redo(change.id) }
        try syncAll()

        for copy in copies {
            let form = try #require(try copy.library.noteForm(note))
            let offered = try copy.library.overwritten(note: note).map(\.text)
            #expect((form.draft.values.values.map(\.text) + offered).contains("edited"))
            #expect(Set(offered).count == offered.count)
        }
    }

    private func edit(_ note: NoteID, on copy: SyncReplica) throws {
        var form = try #require(try copy.library.noteForm(note))
        form.draft.values[form.fields[0].id] = NoteDraft.Value("edited", pronunciation: "")
        _ = try copy.library.save(form.draft, as: note, allowsDuplicate: true, by: nil)
    }

    /// Whoever deleted a note after an edit meant its text, too.
    @Test func aTextThatWasDeletedKnowinglyIsNotOffered() throws {
        let note = try #require(try here.library.notes(matching: "", after: nil).notes.first).id
        try syncAll()
        there.clock.advance(by: 1_000)
        try edit(note, on: there)
        try syncAll()
        here.clock.advance(by: 60_000)

        _ = try here.library.delete([note], by: nil)
        try here.library.emptyBin()
        try syncAll()

        let kept = try there.library.database.read { reader in
            try reader.connection.row("SELECT count(*) FROM overwritten") { $0.int(0) }
        }
        #expect(kept == 0)
    }

    /// A note that came for it while it was gone has waited, and nobody sends it again.
    @Test func aDeckThatIsBackHasTheNotesThatCameMeanwhile() throws {
        let made = try here.library.makeDeck(named: #require(DeckName("Back")), by: nil)
        let change = try #require(made.change)
        try syncAll()
        let draft = ConnectedDraft(
            type: NoteType.basic.id,
            deck: made.deck,
            values: [1: FieldValue("front"), 2: FieldValue("back")],
            tags: []
        )
        let note = try #require(try there.library.add([draft], by: nil).first)
        _ = try here.library.undo(change.id)
        try pull(there, into: here)
        #expect(try here.library.noteForm(note) == nil)

        _ = try here.library.redo(change.id)

        #expect(try here.library.noteForm(note) != nil)
        try syncAll()
        #expect(try here.library.check().findings.isEmpty)
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
}
