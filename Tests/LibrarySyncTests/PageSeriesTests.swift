import Foundation
import Foundation
import LibraryValues
import Notes
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Pages that are one state of the sender only together.
struct PageSeriesTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    /// Saves a note with a tag, and removes the tag, which is a later fact.
    ///
    /// - Parameter between: Called before the tag is removed.
    private func writeNote(_ between: () throws -> Void = {}) throws {
        let type = NoteType.basic.id
        var draft = try #require(
            try here.library.newNoteForm(type: type, deck: "First questions")
        ).draft
        draft.values = [1: NoteDraft.Value("question"), 2: NoteDraft.Value("answer")]
        draft.tags = "rare"
        let saving = try here.library.save(draft, by: nil)
        guard case .saved = saving else { throw SyncFailure(description: "\(saving)") }
        here.clock.advance(by: 1_000)
        try between()
        _ = try here.library.removeTag(#require(TagName("rare")), by: nil)
    }

    /// The pages of one fact each that the other lacks.
    private func series() throws -> [SyncPage] {
        var vector = try there.vector(toldTo: here)
        var pages: [SyncPage] = []
        while let page = try here.library.syncPage(after: vector, limit: 1) {
            pages.append(page)
            vector = page.vector
            if page.isLast { break }
        }
        return pages
    }

    private func sync(_ sender: SyncReplica, _ receiver: SyncReplica) throws {
        let vector = try receiver.vector(toldTo: sender)
        guard let page = try sender.library.syncPage(after: vector) else { return }
        _ = try receiver.merge(page.bytes, from: sender)
    }

    @Test func nothingIsMergedBeforeTheLastPage() throws {
        try writeNote()
        let pages = try series()
        let before = try there.content()
        #expect(pages.count > 1)

        for page in pages.dropLast() {
            #expect(try there.merge(page.bytes, from: here) == SyncOutcome())
            #expect(try there.content() == before)
            // The sender goes on after it.
            #expect(try there.vector(toldTo: here).includes(page.vector))
        }
        #expect(try there.library.syncState().vector != here.library.syncState().vector)
        let outcome = try there.merge(#require(pages.last).bytes, from: here)

        #expect(outcome.facts == pages.count)
        #expect(try there.content() == here.content())
    }

    @Test func whatWasKeptIsMergedBeforeAnybodyIsToldOfIt() throws {
        try writeNote()
        for page in try series() { _ = try there.library.merge(page.bytes, from: here.peer) }
        #expect(try there.content() != here.content())
        try there.library.close()
        try there.open()

        _ = try there.library.syncPage(after: SyncVector())

        #expect(try there.content() == here.content())
    }

    @Test func aSenderThatIsRestoredInBetweenAgrees() throws {
        let backup = folder.path("backup.omena")
        try writeNote { _ = try here.library.backUp(to: backup) }
        for page in try series().dropLast() { _ = try there.merge(page.bytes, from: here) }
        _ = try here.library.restore(from: backup)

        for _ in 0..<2 {
            try sync(here, there)
            try sync(there, here)
        }

        #expect(try here.library.tags().map(\.text).contains("rare"))
        #expect(try there.content() == here.content())
    }

    /// Notes with a picture in their texts, of which no two fit into a page.
    @Test func noPageIsLargerThanItsReceiverTakes() throws {
        var chance = SplitMix(seed: 1)
        let notes = (0..<3).map { number in
            let bytes = (0..<2_200_000).map { _ in UInt8.random(in: 0...255, using: &chance) }
            let text = "<img src=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\">"
            return ImportNote(
                .guid(NoteGUID(rawValue: "picture \(number)")),
                type: NoteType.basic.id,
                values: [1: FieldValue("picture \(number)"), 2: FieldValue(text)]
            )
        }
        let deck = try #require(DeckName("First questions"))
        let batch = ImportBatch(file: "a.json", into: deck, notes: notes)
        #expect(try here.library.importNotes(of: batch, by: nil).added == 3)

        try there.pull(from: here)

        #expect(try there.content() == here.content())
    }

    @Test func whatOthersSendCompletesASeries() throws {
        try writeNote()
        let pages = try series()
        let third = PeerID(rawValue: 3)
        for page in pages.dropLast() { _ = try there.merge(page.bytes, from: here) }
        for page in pages { _ = try there.library.merge(page.bytes, from: third) }
        while try there.library.mergeNextPage() != nil {}

        // Nothing is left to send.
        let vector = try there.vector(toldTo: here)
        #expect(try here.library.syncPage(after: vector) == nil)
        while try there.library.mergeNextPage() != nil {}

        #expect(try there.library.syncState(with: here.peer) == there.library.syncState())
        #expect(try there.content() == here.content())
    }

    @Test func aPageThatDoesNotFollowIsIgnored() throws {
        try writeNote()
        let pages = try series()
        let before = try there.content()

        for page in pages.dropFirst() {
            #expect(try there.merge(page.bytes, from: here) == SyncOutcome())
        }
        #expect(try there.content() == before)

        try sync(here, there)
        #expect(try there.content() == here.content())
    }

    @Test func whoeverIsRemovedLeavesNoPages() throws {
        try writeNote()
        for page in try series().dropLast() { _ = try there.merge(page.bytes, from: here) }

        _ = try there.library.removePeer(here.peer)

        let own = try there.library.syncState().vector
        #expect(try there.vector(toldTo: here) == own)
    }
}
