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
        let noon = Moment(milliseconds: 1_763_640_000_000)
        let caller = try Library.openNew(at: folder.path("caller.omena")) { noon }
        let library = try Library.openNew(at: folder.path("server.omena")) { noon }
        // Merging a page takes ten seconds.
        let uptime = Locked(Duration.zero)
        let clock = Clock(
            now: { noon },
            offset: { 0 },
            uptime: {
                uptime.withLock { time in
                    time += .seconds(10)
                    return time
                }
            }
        )
        let application = Application(
            library: library,
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            report: { Issue.record("\($0)") }
        )
        let token = try library.pairPeer(name: "caller")
        for name in ["One", "Two", "Three"] {
            _ = try caller.makeDeck(named: #require(DeckName(name)), by: nil)
        }

        func ask(_ page: SyncPage?) throws -> SyncReply {
            var fields = Headers()
            fields["Host"] = "localhost:6636"
            fields["Content-Type"] = SyncWire.contentType
            fields["Authorization"] = "Bearer \(token)"
            let question = SyncQuestion(
                state: try caller.syncState(),
                base: SyncVector(),
                pageLimit: SyncPage.maximumSize
            )
            let head = RequestHead(
                method: .post,
                target: try RequestTarget("/sync/facts"),
                headers: fields,
                peer: .loopback
            )
            let body = SyncMessage(question, page: page?.bytes).bytes
            let response = application.respond(to: Request(head, body: .bytes(body)))
            guard case .bytes(let bytes) = response.body else {
                throw SyncProblem.notOmena
            }
            return try SyncMessage<SyncReply>(bytes: bytes).head
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
