import Foundation
import LibraryValues
import Notes
import Recall
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// What a library with a log besides its file makes durable there.
struct SharingTests {
    private let folder: TemporaryFolder
    private let log: RecordedLog
    private let library: Library
    private let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
        log = RecordedLog(base: SyncTemplate.file)
        let path = folder.path("library.omena")
        try SyncTemplate.file.write(to: URL(filePath: path))
        library = try Library.open(at: path, sharing: log) { [clock] in clock.now }
    }

    /// The file that the log gives.
    private func rebuilt() throws -> Library {
        let path = folder.path("rebuilt.omena")
        let content = log.content
        try content.base.write(to: URL(filePath: path))
        let copy = try Library.open(at: path) { [clock] in clock.now }
        try copy.apply(content.bodies, upTo: "\(content.number)")
        return copy
    }

    @Test(arguments: (1...30).map { UInt64($0) })
    func aRebuiltFileHasWhatItsHolderHas(_ seed: UInt64) throws {
        let history = try SyncHistory(seed: seed, areShared: true)
        do {
            try history.runShared(steps: 60)
        } catch {
            Issue.record("seed \(seed): \(history.trace.joined()) \(error)")
        }
    }

    @Test func anAnswerIsOneAppend() throws {
        let before = log.content.number
        let card = try #require(try library.notes(matching: "", after: nil).notes.first).id
        let event = Event(
            id: EventID(at: clock.now.milliseconds, using: .system),
            note: card,
            face: .template(1),
            kind: .review(.good, due: nil, reviews: nil),
            moment: clock.now,
            offset: 60,
            duration: 1_000,
            mode: .review
        )

        _ = try library.record([event])

        #expect(log.content.number == before + 1)
        #expect(log.content.answers == 1)
        #expect(try #require(log.content.bodies.last).count < 500)
    }

    @Test func whatChangesNothingForOthersIsNotAppended() throws {
        try library.refreshStaleStates()
        let before = log.content.number

        while try library.database.indexNextPart() {}
        _ = try library.home(timeZoneOffset: 0)

        #expect(log.content.number == before)
    }

    /// Whoever takes over many libraries after their node has died would do it for each.
    @Test func aCopyHasWhatPagesComputeWhenTheyAreAskedFor() throws {
        let unknown = { (library: Library) in
            try library.database.read { try $0.notesWithUnknownNewCards(limit: 1).count }
        }
        let before = log.content.number
        #expect(try unknown(library) == 1)

        try library.copyForSharing(to: folder.path("copy.omena"))

        let copy = try Library.open(at: folder.path("copy.omena")) { [clock] in clock.now }
        #expect(try unknown(copy) == 0)
        #expect(log.content.number == before)
        try copy.close()
    }

    @Test func whatCannotBeAppendedIsNotDone() throws {
        let before = try library.decks().count
        log.change { $0.isDown = true }

        #expect(throws: LibraryError.unavailable) {
            _ = try library.makeDeck(named: #require(DeckName("New")), by: nil)
        }

        log.change { $0.isDown = false }
        #expect(try library.decks().count == before)
        #expect(!log.content.isFileBehind)
    }

    @Test func whatOthersMayHaveChangedIsNotRead() throws {
        log.change { $0.isLost = true }

        #expect(throws: LibraryError.unavailable) { _ = try library.decks() }
        #expect(throws: LibraryError.unavailable) { try library.emptyBin() }
    }

    @Test func devicesStayPaired() throws {
        let token = try library.pairPeer(name: "Phone")

        #expect(try rebuilt().peer(token: token)?.name == "Phone")
    }

    @Test func settingsOfTheLibraryAloneSurvive() throws {
        try library.changeMapSettings { $0.style = .hybrid }

        #expect(try rebuilt().mapSettings().style == .hybrid)
    }

    @Test func picturesAreDurableBeforeTheyHaveNames() throws {
        let hash = try library.putMedia([1, 2, 3], named: "a.png")

        #expect(log.content.media[hash] == [1, 2, 3])
    }

    /// A node has only the pictures that somebody has looked at there.
    @Test func aCheckBelievesTheLogAboutPictures() throws {
        let (here, away) = ([1, 2, 3] as [UInt8], [4, 5, 6] as [UInt8])
        let harmed = try library.putMedia(here, named: "a.png")
        let absent = try library.putMedia(away, named: "b.png")
        let file = try library.media.createIfNeeded()
        try file.discard([harmed, absent])
        log.change { $0.media[harmed] = nil }
        try file.put([0], under: harmed)
        log.change { $0.media[harmed] = here }

        let report = try library.check()

        let media = report.findings.filter { $0.part == .media }
        #expect(media.map(\.says) == ["The file “a.png” is missing or damaged."])
        #expect(report.isSound)
        #expect(log.content.media == [harmed: here, absent: away])
        #expect(try library.media(harmed) == here)
        #expect(try library.media(absent) == away)
    }

    @Test func aRestoredBackupIsOneFile() throws {
        let backup = try library.backUp(.asked)
        _ = try library.makeDeck(named: #require(DeckName("Later")), by: nil)

        _ = try library.restore(backup.name)

        #expect(log.content.bodies.isEmpty)
        let copy = try rebuilt()
        #expect(try copy.decks().map(\.name) == library.decks().map(\.name))
        #expect(copy.identity == library.identity)
    }

    /// A peer that was set back has made the library rename facts, of which vectors say nothing.
    @Test func reusedSequencesSurvive() throws {
        let path = folder.path("laptop.omena")
        try SyncTemplate.file.write(to: URL(filePath: path))
        let laptop = try SyncReplica(path: path, number: 1, skew: 0)
        func addDecks(_ names: String...) throws {
            for name in names {
                _ = try laptop.library.makeDeck(named: #require(DeckName(name)), by: nil)
            }
        }
        func pull() throws {
            try library.prepareToSync(with: laptop.peer, saying: laptop.library.syncState())
            let server = PeerID(rawValue: 0)
            try laptop.library.prepareToSync(with: server, saying: library.syncState())
            let vector = try library.syncState(with: laptop.peer).vector
            let page = try #require(try laptop.library.syncPage(after: vector))
            _ = try library.merge(page.bytes, from: laptop.peer)
        }
        try addDecks("Before")
        try laptop.library.close()
        let files = try SyncFiles(of: laptop)
        try laptop.open()
        try addDecks("One", "Two")
        try pull()
        try laptop.library.close()
        try files.put(at: path, isWhole: true)
        try laptop.open()
        laptop.clock.advance(by: 60_000)
        try addDecks("Three", "Four")
        try pull()

        let copy = try rebuilt()

        let (expected, found) = (try library.syncState(), try copy.syncState())
        #expect(expected.reused != nil)
        #expect(found.reused == expected.reused)
        #expect(found.vector == expected.vector)
        let decks = try copy.decks().map(\.name)
        #expect(try decks == library.decks().map(\.name))
        #expect(Set(["One", "Two", "Three", "Four"]).isSubset(of: decks.map(\.text)))
    }

    @Test func bodiesThatWereCutAreRefused() throws {
        _ = try library.makeDeck(named: #require(DeckName("New")), by: nil)
        let body = try #require(log.content.bodies.last)

        for count in stride(from: 0, to: body.count, by: 7) {
            #expect(throws: (any Error).self) {
                _ = try SharedChanges(reading: Array(body.prefix(count)))
            }
        }
    }
}
