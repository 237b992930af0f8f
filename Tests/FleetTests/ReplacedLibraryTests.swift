import Library
import LibraryValues
import Notes
import TestFolder
import Testing

@testable import Fleet

/// A learner who is deleted and imported again while a node has the library open.
struct ReplacedLibraryTests {
    private let folder: TemporaryFolder
    private let store = MemoryStore()
    private let learner = LearnerID(rawValue: 7)
    private let node: FleetNode
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        node = FleetNode(
            NodeRow(name: "a", address: "a:1", process: "a-1"),
            log: store,
            files: store,
            holders: store,
            nodes: store,
            report: { _ in }
        )
        try node.start()
        library = try node.open(learner, at: folder.path("a.omena")) {
            path,
            log throws(LibraryError) in
            try Library.open(at: path, sharing: log) { Moment(milliseconds: 1_700_000_000_000) }
        }
        #expect(try store.lastNumber(of: learner) == 2)
    }

    private func replace() {
        let slots = [(1, Slot.Kind.claim), (2, .snapshot)].map { number, kind in
            Slot(number: number, term: 4_711, kind: kind, body: [])
        }
        store.replaceLibrary(of: learner, by: slots)
    }

    @Test func itsLogIsNotContinued() throws {
        replace()

        #expect(throws: LibraryError.unavailable) {
            _ = try library.makeDeck(named: #require(DeckName("Lost")), by: nil)
        }

        #expect(try store.lastNumber(of: learner) == 2)
        #expect(!node.isCurrent(learner))
        try library.close()
    }

    @Test func theOpenOneIsNotShownForLong() throws {
        let soon = BootTime.now + .seconds(21)
        #expect(try node.destination(of: learner, at: soon) == .here)
        #expect(node.isCurrent(learner))
        replace()

        #expect(try node.destination(of: learner, at: soon + .seconds(19)) == .here)
        #expect(node.isCurrent(learner))
        #expect(try node.destination(of: learner, at: soon + .seconds(21)) == .here)

        #expect(!node.isCurrent(learner))
        try library.close()
    }
}
