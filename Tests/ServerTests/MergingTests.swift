import HTTP
import Library
import LibraryValues
import Notes
import Sync
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Server

/// A server that has received more pages than it can merge while somebody waits for its reply.
struct MergingTests {
    @Test func eachRequestMergesSomeAndSaysHowManyPagesAreLeft() throws {
        let folder = try TemporaryFolder()
        let caller = try Library.openNew(at: folder.path("caller.omena")) { Application.noon }
        let library = try Library.openNew(at: folder.path("server.omena")) { Application.noon }
        // Merging a page takes ten seconds.
        let uptime = Locked(Duration.zero)
        let clock = Clock(
            now: { Application.noon },
            offset: { 0 },
            uptime: {
                uptime.withLock { time in
                    time += .seconds(10)
                    return time
                }
            }
        )
        let application = Application(library, clock: clock)
        let token = try library.pairPeer(name: "caller")
        for name in ["One", "Two", "Three"] {
            _ = try caller.makeDeck(named: #require(DeckName(name)), by: nil)
        }

        func ask(_ page: SyncPage?) throws -> SyncReply {
            let question = SyncQuestion(
                state: try caller.syncState(),
                base: SyncVector(),
                pageLimit: SyncPage.maximumSize
            )
            let answer = try application.ask(
                .post,
                "/sync/facts",
                SyncMessage(question, page: page?.bytes).bytes,
                headers: [
                    "Content-Type": SyncWire.contentType, "Authorization": "Bearer \(token)",
                ]
            )
            return try SyncMessage<SyncReply>(bytes: answer.bytes).head
        }

        var vector = SyncVector()
        var replies: [SyncReply] = []
        while let page = try caller.syncPage(after: vector, limit: 20_000) {
            replies.append(try ask(page))
            vector = page.vector
            if page.isLast { break }
        }
        let count = replies.count
        #expect(count > 3)
        #expect(replies.dropLast().allSatisfy { $0.pagesToMerge == nil })
        while replies.last?.pagesToMerge != nil { replies.append(try ask(nil)) }

        let left = replies.dropFirst(count - 1).map { $0.pagesToMerge ?? 0 }
        #expect(left == Array((0..<count).reversed()))
        #expect(try library.syncState().vector.includes(vector))
        #expect(try library.decks().contains { $0.name.text == "Three" })
        // While pages waited, nobody compared what the two hold.
        #expect(try library.peers().first?.vector == SyncVector())
        _ = try ask(nil)
        #expect(try library.peers().first?.vector == vector)
        try library.close()
        try caller.close()
    }
}
