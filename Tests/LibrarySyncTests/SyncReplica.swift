import Foundation
import LibraryValues
import Notes
import Recall
import SQLite
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// One of the replicas of a history.
final class SyncReplica {
    let path: String
    let number: Int
    let clock: TestClock
    private let random: RandomSource
    /// Where its transactions are durable besides its file, if it is shared.
    let log: RecordedLog?
    /// Whether it was another library before, of which there may be backups.
    var hasJoined = false
    private(set) var library: Library

    /// - Parameters:
    ///   - skew: How far its clock is ahead, in milliseconds.
    ///   - random: Determines the identifiers that it assigns.
    init(
        path: String,
        number: Int,
        skew: Int64,
        random: RandomSource = .system,
        log: RecordedLog? = nil
    ) throws {
        self.log = log
        self.path = path
        self.number = number
        self.random = random
        let clock = TestClock()
        clock.advance(by: skew + 1_000)
        self.clock = clock
        library = try Library.open(at: path, random: random, sharing: log) { clock.now }
    }

    /// Copies of a small library.
    static func copies(_ count: Int, in folder: TemporaryFolder) throws -> [SyncReplica] {
        try (0..<count).map { number in
            let path = folder.path("\(number).omena")
            try SyncTemplate.file.write(to: URL(filePath: path))
            return try SyncReplica(path: path, number: number, skew: 0)
        }
    }

    static func pair(in folder: TemporaryFolder) throws -> (SyncReplica, SyncReplica) {
        let copies = try copies(2, in: folder)
        return (copies[0], copies[1])
    }

    func open() throws {
        let clock = clock
        library = try Library.open(at: path, random: random, sharing: log) { clock.now }
    }

    /// What other replicas know it as.
    var peer: PeerID { PeerID(rawValue: Int64(number)) }

    /// What it tells another replica, which is about to send something.
    func vector(toldTo other: SyncReplica) throws -> SyncVector {
        try library.prepareToSync(with: other.peer, saying: other.library.syncState())
        try other.library.prepareToSync(with: peer, saying: library.syncState())
        return try library.syncState(with: other.peer).vector
    }

    /// Merges what another replica sends, and what it has sent before.
    func merge(_ page: [UInt8], from other: SyncReplica) throws -> SyncOutcome {
        var outcome = try library.merge(page, from: other.peer)
        while let more = try library.mergeNextPage() { outcome += more }
        return outcome
    }

    /// Merges all pages of another replica.
    ///
    /// - Parameter limit: How many bytes a page may have.
    @discardableResult
    func pull(
        from sender: SyncReplica,
        limit: Int = SyncPage.maximumSize
    ) throws -> SyncOutcome {
        var outcome = SyncOutcome()
        while let page = try sender.library.syncPage(
            after: vector(toldTo: sender),
            limit: limit
        ) {
            outcome += try merge(page.bytes, from: sender)
            if page.isLast { break }
        }
        return outcome
    }

    /// Exchanges everything with another replica, also what each then has to say about what has arrived; both have to agree.
    func sync(with other: SyncReplica) throws {
        for _ in 0..<3 {
            try other.pull(from: self)
            try pull(from: other)
        }
        #expect(try content() == other.content())
    }

    /// Merges facts that a replica could have written which has no file here.
    func merge(_ facts: [Fact]) throws -> MergeCounts {
        let held = try library.database.read { try $0.syncVector() }
        var vector = held
        for fact in facts {
            let replica = fact.stamp.replica
            vector[replica] = max(vector[replica], fact.stamp.sequence)
        }
        let page = FactPage(after: held, vector: vector, held: vector, facts: facts)
        return try library.database.write { try $0.merge(page, at: clock.now) }
    }

    /// Its whole content, with everything derived that is derived lazily.
    ///
    /// - Parameter moment: Removes what has expired by then.
    func content(at moment: Moment? = nil) throws -> [String] {
        if let moment { try library.database.write { try $0.removeOldOverwritten(at: moment) } }
        try library.refreshStaleStates()
        try library.refreshNotes()
        return try storedContent() + ["\(library.settings())"]
    }

    /// Its content as it is stored.
    func storedContent() throws -> [String] { try library.database.read { try syncDump($0) } }

    /// Takes over what another library sends; false if something was done here.
    func adopt(_ copy: FirstCopy) throws -> Bool {
        let received = try library.receiveFirstCopy()
        while let piece = try copy.next() { try piece.withUnsafeBytes { try received.take($0) } }
        return try library.adopt(received)
    }
}

extension SyncReplica {
    func notes() throws -> [NoteID] {
        try library.notes(matching: "", after: nil).notes.map(\.id)
    }

    /// An answer to the first card of a note, which is not recorded yet.
    func review(
        _ note: NoteID,
        _ chance: inout SplitMix,
        grade: Grade = .good
    ) throws -> Event {
        let card = CardID(note: note, face: .template(1))
        let now = clock.now
        return Event(
            id: EventID(at: now.milliseconds, using: &chance),
            note: note,
            face: card.face,
            kind: .review(
                grade,
                due: now.later(by: 3 * 86_400_000),
                reviews: try library.card(card)?.state.reviews ?? 0
            ),
            moment: now,
            offset: 60,
            duration: 1_234,
            mode: .review
        )
    }
}

extension [SyncReplica] {
    /// Syncs all with the first one until they must be the same, and checks that they are, and are in order.
    func syncAll() throws {
        for _ in 0..<3 {
            for copy in dropFirst() {
                try self[0].pull(from: copy)
                try copy.pull(from: self[0])
            }
        }
        let content = try self[0].content()
        for copy in self {
            #expect(try copy.content() == content)
            #expect(try copy.library.check().findings.isEmpty)
        }
    }
}
