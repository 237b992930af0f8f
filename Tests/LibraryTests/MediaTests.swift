import Languages
import Library
import LibraryValues
import Notes
import Recall
import TestFolder
import TestLibrary
import Testing

struct MediaTests {
    private let fresh: FreshLibrary

    init() throws { fresh = try FreshLibrary() }

    @Test func storesAPictureUnderTheHashOfItsContent() throws {
        let hash = try fresh.library.putMedia(Array("abc".utf8), named: "a.png")
        try fresh.reopen()

        #expect(
            hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(try fresh.library.media(hash) == Array("abc".utf8))
    }

    @Test func keepsTheOldContentWhenANameIsReused() throws {
        let old = try fresh.library.putMedia([1], named: "a.png")
        let new = try fresh.library.putMedia([2], named: "a.png")

        #expect(try fresh.library.media(old) == [1])
        #expect(try fresh.library.media(new) == [2])
    }

    @Test func refusesFilesThatAreTooLarge() throws {
        let bytes = [UInt8](repeating: 0, count: (128 << 20) + 1)

        let error = #expect(throws: LibraryError.self) {
            try fresh.library.putMedia(bytes, named: "a.wav")
        }

        #expect(
            error?.description
                == "The library could not do that: a picture or a sound may have 128 MiB at most."
        )
    }

    @Test func createsTheMediaFileOnlyWhenNeeded() throws {
        #expect(try !fresh.folder.contents.keys.contains("a.omena-media"))
        let hash = try #require(MediaHash(bytes: Array(repeating: 0, count: 32)))

        #expect(try fresh.library.media(hash) == nil)
        #expect(try !fresh.folder.contents.keys.contains("a.omena-media"))
    }

    // MARK: - In cards

    /// The smallest header of a picture of this width.
    private func picture(_ width: UInt8) throws -> Medium {
        try Medium(Array("GIF89a".utf8) + [width, 0, 1, 0, 0, 0, 0, 0x2C])
    }

    /// Adds a card to a new deck; returns its note.
    private func add(_ front: String, _ back: String) throws -> NoteID {
        let form = try #require(try fresh.library.newNoteForm(type: NoteType.basic.id))
        var draft = form.draft
        draft.values = [1: NoteDraft.Value(front), 2: NoteDraft.Value(back)]
        guard case .saved(_, let note) = try fresh.library.save(draft, by: nil) else {
            throw Refused()
        }
        return note
    }

    private struct Refused: Error {}

    @Test func keepsTheNameOfAFileUnlessItIsTaken() throws {
        let first = try fresh.library.add(picture(1), named: "photos/image.jpeg")
        let other = try fresh.library.add(picture(2), named: "image.gif")
        let again = try fresh.library.add(picture(1), named: "image.gif")

        #expect(first.reference == MediaReference(.picture, name: "image.gif"))
        #expect(other.reference.name == "image-\(other.hash.description.prefix(12)).gif")
        #expect(again == first)
    }

    @Test func showsKnownMediaAndMissingPicturesAsText() throws {
        let cat = try fresh.library.add(picture(1), named: "cat.gif")
        let front =
            "\(MediaReference(.picture, name: "cat.gif", caption: "A cat"))\n<img src=\"x.gif\">"

        let note = try add(front, "cat\n[sound:gone.mp3]")

        let sides = try #require(try fresh.library.facts(of: note, face: nil)).sides
        #expect(sides.front.text == "<img src=\"x.gif\">")
        #expect(
            sides.front.media == [
                CardSide.Medium(
                    MediaReference(.picture, name: "cat.gif", caption: "A cat"),
                    hash: cat.hash
                )
            ]
        )
        #expect(sides.back.text == "cat" && sides.back.media.isEmpty)
        let report = try fresh.library.check()
        #expect(report.findings.isEmpty && report.missingMedia == ["gone.mp3", "x.gif"])
    }

    @Test func dealsTheSameMediaInEveryMode() throws {
        let sound = try fresh.library.add(
            Medium(Array("fLaC".utf8) + [0, 0, 0, 34]),
            named: "meow.flac"
        )
        let note = try add("\(sound.reference)", "cat")
        let shown = [CardSide.Medium(sound.reference, hash: sound.hash)]

        for mode in [Mode.browse, .learn, .race, .review, .quiz] {
            let deal = try #require(
                try fresh.library.deal(mode, Source(query: "Back:cat note:Basic"), whole: 10)
            )
            let card = try #require(deal.cards.first { $0.note == note })
            #expect(card.sides?.front.media == shown && card.sides?.front.text.isEmpty == true)
            let fetched = try fresh.library.cards([card.id], for: mode).first
            #expect(fetched??.sides?.front.media == shown)
        }
    }

    @Test func findsAndNamesACardByThePicturesDescription() throws {
        let cat = try fresh.library.add(picture(1), named: "IMG-1234.gif").reference
        _ = try add("\(MediaReference(.picture, name: cat.name, caption: "A tabby"))", "cat")

        #expect(try fresh.library.notes(matching: "tabby").total == 1)
        #expect(try fresh.library.notes(matching: "img").total == 0)
        #expect(try fresh.library.history(limit: 1).map(\.says.description) == ["Added “A tabby”"])
    }

    @Test func restoresAPictureWithTheTextThatNamedIt() throws {
        let cat = try fresh.library.add(picture(1), named: "cat.gif")
        let note = try add("\(cat.reference)", "cat")
        var draft = try #require(try fresh.library.noteForm(note)).draft
        draft.values[1] = NoteDraft.Value("cat?")
        guard case .saved(let change?, _) = try fresh.library.save(draft, as: note, by: nil) else {
            throw Refused()
        }

        for _ in 0..<32 {
            fresh.clock.advance(by: 86_400_000)
            try fresh.library.performDailyMaintenance()
        }
        _ = try fresh.library.undo(change.id)

        let sides = try #require(try fresh.library.facts(of: note, face: nil)).sides
        #expect(sides.front.media.map(\.hash) == [cat.hash])
        #expect(try fresh.library.media(cat.hash) == picture(1).bytes)
    }

    @Test func findsUnusedMedia() throws {
        _ = try fresh.library.add(picture(1), named: "cat.gif")

        #expect(try fresh.library.check().unusedMedia == 1)
    }
}
