import LibraryValues
import Notes
import Testing

@testable import Exchange

/// A process that a file has taken over may say anything.
struct MessageDecoderTests {
    @Test(arguments: [(0, true), (1_000_000, true), (-1, false), (.max, false)] as [(Int, Bool)])
    func noFileHasImpossiblyManyNotes(count: Int, isRead: Bool) throws {
        let deck = try #require(DeckName("Deck"))
        let batch = ImportBatch(file: "file", into: deck, noteCount: count) { _, _ in }
        var encoder = MessageEncoder()
        encoder.write(OpenedFile(batch: batch))

        var decoder = MessageDecoder(encoder.bytes)
        let opened = try? decoder.openedFile(
            named: "file",
            [],
            media: { _, _ in nil },
            items: { _, _ in }
        )

        #expect((opened != nil) == isRead)
    }
}
