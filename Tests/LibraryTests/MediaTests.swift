import Library
import Notes
import TestFolder
import Testing

struct MediaTests {
    private let fresh: FreshLibrary

    init() throws { fresh = try FreshLibrary() }

    @Test func keepsAPictureUnderTheHashOfItsContent() throws {
        let hash = try fresh.library.putMedia(Array("abc".utf8), named: "a.png")
        try fresh.reopen()

        #expect(
            hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(try fresh.library.media(hash) == Array("abc".utf8))
    }

    @Test func keepsTheOldContentWhenANameMeansAnother() throws {
        let old = try fresh.library.putMedia([1], named: "a.png")
        let new = try fresh.library.putMedia([2], named: "a.png")

        #expect(try fresh.library.media(old) == [1])
        #expect(try fresh.library.media(new) == [2])
    }

    @Test func refusesWhatIsTooLarge() throws {
        let bytes = [UInt8](repeating: 0, count: (128 << 20) + 1)

        let error = #expect(throws: LibraryError.self) {
            try fresh.library.putMedia(bytes, named: "a.wav")
        }

        #expect(
            error?.description
                == "The library could not do that: a picture or a sound may have 128 MiB at most."
        )
    }

    @Test func hasNoFileOfItsOwnUntilItIsNeeded() throws {
        #expect(try !fresh.folder.contents.keys.contains("a.omena-media"))
        let hash = try #require(MediaHash(bytes: Array(repeating: 0, count: 32)))

        #expect(try fresh.library.media(hash) == nil)
        #expect(try !fresh.folder.contents.keys.contains("a.omena-media"))
    }
}
