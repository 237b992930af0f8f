import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// What copies import that have not heard of one another's imports: it says nothing about what the other ones have.
struct SyncUnawareTests {
    private let folder: TemporaryFolder
    private let copies: [SyncReplica]
    private var here: SyncReplica { copies[0] }
    private var there: SyncReplica { copies[1] }
    private let guid = NoteGUID(rawValue: "same")
    /// The IDs of two notes that are one: the first one stands for both.
    private let small = NoteID(rawValue: 1 << 40)
    private let large = NoteID(rawValue: 1 << 41)

    init() throws {
        folder = try TemporaryFolder()
        copies = try SyncReplica.copies(3, in: folder)
    }

    private func advance() { for copy in copies { copy.clock.advance(by: 60_000) } }

    private func importNote(
        _ id: NoteID,
        _ text: String = "text",
        into deck: String = "First questions",
        on copy: SyncReplica
    ) throws {
        var note = ImportNote(
            .guid(guid),
            type: NoteType.basic.id,
            values: [1: FieldValue("prompt"), 2: FieldValue(text)]
        )
        note.id = id
        let deck = try #require(DeckName(deck))
        var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        batch.isCollection = true
        _ = try copy.library.importNotes(of: batch, by: nil)
    }

    private func note(on copy: SyncReplica) throws -> Note? {
        try copy.library.database.read { reader in
            guard let id = try reader.note(guid: guid) else { return nil }
            return try reader.note(id)
        }
    }

    /// Tags a note and marks its card.
    private func mark(_ note: NoteID, on copy: SyncReplica) throws {
        let tag = try #require(TagName("mine"))
        _ = try copy.library.act(.tag([tag]), on: .notes([note]), by: nil)
        let card = CardID(note: note, face: .template(1))
        _ = try copy.library.act(.flag(3), on: [card], by: nil, timeZoneOffset: 0)
    }

    private func untag(_ note: NoteID, on copy: SyncReplica) throws {
        let tag = try #require(TagName("mine"))
        _ = try copy.library.act(.untag([tag]), on: .notes([note]), by: nil)
    }

    /// Whichever copy hears of the other one first, and whether or not the package says the note's ID.
    @Test(arguments: [false, true], [false, true])
    func tagsAndMarksOutliveAnImportThatDidNotKnowThem(
        _ isOneID: Bool,
        _ isHeardThere: Bool
    ) throws {
        try importNote(small, on: here)
        advance()
        try mark(small, on: here)
        advance()
        try importNote(isOneID ? small : large, on: there)
        advance()

        if isHeardThere { try there.pull(from: here) } else { try here.pull(from: there) }
        try copies.syncAll()

        for copy in copies {
            #expect(try note(on: copy)?.tags.map(\.text) == ["mine"])
            let card = CardID(note: small, face: .template(1))
            #expect(try copy.library.database.read { try $0.marks(of: card)?.flag } == 3)
        }
        advance()
        try untag(small, on: there)
        try copies.syncAll()
        for copy in copies { #expect(try note(on: copy)?.tags == []) }
    }

    /// Also before the tag has returned somewhere else.
    @Test func aTagThatIsRemovedAfterTheImportStaysAway() throws {
        let hub = copies[2]
        try importNote(small, on: here)
        try mark(small, on: here)
        try hub.pull(from: here)
        advance()
        try importNote(small, on: there)
        advance()

        try untag(small, on: here)
        advance()
        try hub.pull(from: there)
        #expect(try note(on: hub)?.tags.map(\.text) == ["mine"])
        try copies.syncAll()

        for copy in copies { #expect(try note(on: copy)?.tags == []) }
    }

    /// Whoever imports a note again knows that its tag was there.
    @Test func aTagThatANewImportLacksKnowinglyIsGone() throws {
        try importNote(small, on: here)
        try mark(small, on: here)
        try copies.syncAll()
        advance()
        _ = try here.library.delete([small], by: nil)
        try here.library.emptyBin()
        advance()

        try importNote(small, on: here)
        try copies.syncAll()

        for copy in copies { #expect(try note(on: copy)?.tags == []) }
    }

    /// Both wait for a deck that is not there, where only the later one can.
    @Test(arguments: [false, true])
    func theTextOfAWaitingNoteThatALaterOneReplacesIsOffered(_ isLaterFirst: Bool) throws {
        let made = try here.library.makeDeck(named: #require(DeckName("Gone")), by: nil)
        let change = try #require(made.change)
        try copies.syncAll()
        _ = try here.library.undo(change.id)
        advance()
        try importNote(small, "earlier", into: "Gone", on: there)
        advance()
        try importNote(small, "later", into: "Gone", on: copies[2])

        for sender in isLaterFirst ? [copies[2], there] : [there, copies[2]] {
            try here.pull(from: sender)
        }
        #expect(try note(on: here) == nil)
        try there.pull(from: here)
        try copies.syncAll()

        for copy in copies {
            #expect(try note(on: copy)?.values[2]?.text == "later")
            #expect(try copy.library.overwritten(note: small).map(\.text) == ["earlier"])
        }
    }

    /// A package names its pictures as it likes.
    @Test func importedPicturesOfOneNameStayTwo() throws {
        for copy in copies {
            _ = try copy.library.database.write {
                try $0.insertPeer(name: "Other", at: copy.clock.now)
            }
        }
        try copies.syncAll()
        func importPicture(_ byte: UInt8, on copy: SyncReplica) throws {
            let note = ImportNote(
                .guid(NoteGUID(rawValue: "picture \(byte)")),
                type: NoteType.basic.id,
                values: [1: FieldValue("picture \(byte)"), 2: FieldValue("<img src=\"cat.png\">")]
            )
            let deck = try #require(DeckName("First questions"))
            var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
            batch.media = ImportMedia(names: ["cat.png", "_style.css"]) { _, _ in [byte] }
            let report = try copy.library.importNotes(of: batch, by: nil)
            #expect((report.added, report.media) == (1, 2))
            let again = try copy.library.importNotes(of: batch, by: nil)
            #expect((again.added, again.updated, again.media) == (0, 0, 0))
        }
        try importPicture(1, on: here)
        advance()
        try importPicture(2, on: there)

        for _ in 0..<2 {
            try here.pull(from: there)
            try there.pull(from: here)
        }

        #expect(try here.content() == there.content())
        for copy in [here, there] {
            for byte: UInt8 in [1, 2] {
                let shown = try copy.library.database.read { reader in
                    let guid = NoteGUID(rawValue: "picture \(byte)")
                    let note = try reader.note(guid: guid).flatMap { try reader.note($0) }
                    return try MediaText(note?.values[2]?.text ?? "").references.map {
                        try reader.mediaHash(of: $0)
                    }
                }
                #expect(shown == [Library.hash(of: [byte])])
            }
            // Templates, which no import renames, know them by these names.
            let names = try copy.library.mediaNames()
            #expect(Set(["cat.png", "_style.css"]).isSubset(of: names))
        }
    }

    /// Templates may use either; an import of a file whose name is taken gives it the same name.
    @Test func aFileThatLosesItsNameIsKeptUnderAnother() throws {
        try here.sync(with: there)
        let earlier = try here.library.putMedia([1, 2, 3], named: "_style.css")
        advance()
        _ = try there.library.putMedia([4], named: "_style.css")

        try here.sync(with: there)
        // What somebody has removed or replaced knowingly is gone.
        advance()
        let last = try there.library.putMedia([5], named: "_style.css")
        try here.sync(with: there)

        let other = MediaName.distinguished("_style.css", by: earlier)
        for replica in [here, there] {
            let media = try replica.library.database.read { try $0.media() }
            #expect(media == ["_style.css": last, other: earlier])
        }
        try here.library.performDailyMaintenance()
        #expect(try here.library.media(earlier) == [1, 2, 3])
    }

    /// A package that another copy has exported brings such names.
    @Test func aNameThatSaysItsContentIsKept() throws {
        _ = try here.library.database.write {
            try $0.insertPeer(name: "Other", at: here.clock.now)
        }
        let name = "cat-\(Library.hash(of: [1]).description.prefix(12)).png"
        let note = ImportNote(
            .guid(guid),
            type: NoteType.basic.id,
            values: [1: FieldValue("prompt"), 2: FieldValue("<img src=\"\(name)\">")]
        )
        let deck = try #require(DeckName("First questions"))
        var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        batch.media = ImportMedia(names: [name]) { _, _ in [1] }

        _ = try here.library.importNotes(of: batch, by: nil)

        #expect(try self.note(on: here)?.values[2]?.text == "<img src=\"\(name)\">")
        #expect(try here.library.mediaNames().filter { $0.hasPrefix("cat-") } == [name])
    }

    /// The name that says its content is a file name too.
    @Test func aPictureOfTheLongestNameIsShown() throws {
        _ = try here.library.database.write {
            try $0.insertPeer(name: "Other", at: here.clock.now)
        }
        let name = String(repeating: "c", count: 251) + ".png"
        let note = ImportNote(
            .guid(guid),
            type: NoteType.basic.id,
            values: [1: FieldValue("prompt"), 2: FieldValue("<img src=\"\(name)\">")]
        )
        let deck = try #require(DeckName("First questions"))
        var batch = ImportBatch(file: "a.json", into: deck, notes: [note])
        batch.media = ImportMedia(names: [name]) { _, _ in [1] }

        _ = try here.library.importNotes(of: batch, by: nil)

        let answer = try #require(try self.note(on: here)?.values[2]?.text)
        let shown = try here.library.database.read { reader in
            try MediaText(answer).references.map { try reader.mediaHash(of: $0) }
        }
        #expect(shown == [Library.hash(of: [1])])
    }

    /// A program that adds a picture to a note is told its name.
    @Test func programsGetNamesThatOtherCopiesCannotTake() throws {
        let before = try here.library.storeMedium([1], named: "a.png", replaces: false, by: nil)
        _ = try here.library.database.write {
            try $0.insertPeer(name: "Other", at: here.clock.now)
        }
        func store(
            _ byte: UInt8,
            _ name: String,
            replaces: Bool = false,
            isNamed: Bool = false
        ) throws -> String {
            try here.library.storeMedium(
                [byte],
                named: name,
                replaces: replaces,
                isNamed: isNamed,
                by: nil
            )
        }

        #expect(before == "a.png")
        #expect(try store(1, "a.png") == "a.png")
        #expect(try store(2, "b.png").hasPrefix("b-"))
        #expect(try store(2, "b.png").hasPrefix("b-"))
        #expect(try store(3, "c.png", isNamed: true) == "c.png")
        #expect(try store(4, "d.png", replaces: true) == "d.png")
    }
}
