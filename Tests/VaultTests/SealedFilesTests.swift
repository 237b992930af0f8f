import Foundation
import SQLite
import TestChance
import TestDatabase
import TestFolder
import Testing
import Threads

@testable import Vault

struct SealedFilesTests {
    private let folder: TemporaryFolder
    private let path: String
    private let key = VaultKey()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
        try folder.write([], to: "a.omena")
    }

    private func pool(under key: VaultKey? = nil) throws -> ConnectionPool {
        try ConnectionPool(path: path, in: (key ?? self.key).files(at: path), applicationID: 1)
    }

    private static let texts = (0..<200).map { "a text nobody may read, number \($0), 日本語" }

    private static func put(_ texts: [String], in pool: ConnectionPool) throws {
        try pool.write { connection in
            try connection.execute(
                script: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, wide BLOB) STRICT"
            )
            for text in texts {
                try connection.run(
                    "INSERT INTO note (text, wide) VALUES (:text, :wide)",
                    [
                        "text": text,
                        "wide": [UInt8](text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
                    ]
                )
            }
        }
    }

    private static func texts(in pool: ConnectionPool) throws -> [String] {
        try pool.read { try $0.rows("SELECT text FROM note ORDER BY id") { $0.text(0) } }
    }

    /// The names of files in which texts or SQLite's own words are readable, one for each occurrence.
    private func readable() throws -> [String] {
        let contents = try folder.contents
        let words = Self.texts.flatMap {
            [Data($0.utf8), $0.data(using: .utf16LittleEndian) ?? Data()]
        }
        return contents.flatMap { name, content in
            (words + [Data("SQLite".utf8), Data("CREATE TABLE".utf8)])
                .filter { content.range(of: $0) != nil }
                .map { _ in name }
        }
    }

    @Test func keepsWhatWasWrittenAndShowsNobody() throws {
        let pool = try pool()
        try Self.put(Self.texts, in: pool)
        #expect(try folder.contents.keys.sorted() == ["a.omena", "a.omena-wal"])
        #expect(try readable() == [])
        try pool.withWriter { try $0.execute(script: "PRAGMA wal_checkpoint(TRUNCATE); VACUUM") }
        #expect(try readable() == [])
        try pool.close()

        #expect(try folder.contents.keys.sorted() == ["a.omena"])
        #expect(try readable() == [])
        let again = try self.pool()
        #expect(try Self.texts(in: again) == Self.texts)
        try again.close()
    }

    @Test func givesEachFileAKeyOfItsOwn() throws {
        try folder.write([], to: "b.omena")
        for name in ["a.omena", "b.omena"] {
            let path = folder.path(name)
            let pool = try ConnectionPool(path: path, in: key.files(at: path), applicationID: 1)
            try Self.put(Self.texts, in: pool)
            try pool.close()
        }

        let files = try folder.contents
        let (a, b) = (try #require(files["a.omena"]), try #require(files["b.omena"]))

        #expect(a.count == b.count)
        for start in stride(from: 4096, to: a.count, by: 4096) {
            #expect(a[start..<start + 4096] != b[start..<start + 4096])
        }
    }

    @Test func opensForNoOtherKey() throws {
        try Self.put(["text"], in: pool())

        #expect(throws: VaultError.keysOfAnotherLibrary(path: path)) {
            try pool(under: VaultKey())
        }
        let forged = try #require(
            VaultKey(vault: key.vault, secret: VaultKey().secret)
        )
        #expect(throws: VaultError.fileDamaged(path: path)) { try pool(under: forged) }
    }

    @Test func tellsADamagedHeadFromAnUnsealedFile() throws {
        try Self.put(["text"], in: pool())
        let content = try Data(contentsOf: URL(filePath: path))

        for place in [0, 15, 16, 20, 36, 90, 4000, 4095] {
            var damaged = content
            damaged[place] ^= 1
            try damaged.write(to: URL(filePath: path))
            let expected: VaultError =
                place < 16 ? .notSealed(path: path) : .fileDamaged(path: path)
            #expect(throws: expected) { try SealedPrefix(at: path) }
            #expect(throws: expected) { try pool() }
        }
        try content.prefix(2000).write(to: URL(filePath: path))
        #expect(throws: VaultError.fileDamaged(path: path)) { try SealedPrefix(at: path) }
        try Data("SQLite format 3".utf8).write(to: URL(filePath: path))
        #expect(throws: VaultError.notSealed(path: path)) { try pool() }
    }

    @Test func givesAFileItsHeadAgainWhenPowerWasLostOverIt() throws {
        let head = SealedHeader(under: key).bytes
        for rest in [[], [UInt8](repeating: 0, count: 700), Array(head.prefix(512)) + [0, 0]] {
            try folder.write(rest, to: "a.omena")

            let pool = try pool()
            try Self.put(["text"], in: pool)
            #expect(try Self.texts(in: pool) == ["text"])
            try pool.close()
        }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func readsNoPageThatWasChanged(seed: UInt64) throws {
        var chance = SplitMix(seed: seed)
        let pool = try pool()
        try Self.put(Self.texts, in: pool)
        try pool.close()
        var content = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // After the header and the first page, without which nothing can be opened.
        let offset = Int.random(in: 2 * 4096..<content.count, using: &chance)
        content[offset] ^= 1 << UInt8.random(in: 0...7, using: &chance)
        try Data(content).write(to: URL(filePath: path))

        let again = try self.pool()
        let page = offset / 4096
        #expect(try again.withWriter { $0.pageFlaws() }.wrongPages == [page])
        #expect(throws: DatabaseError.self) {
            try again.inspect { try $0.execute(script: "PRAGMA integrity_check") }
        }
        try again.close()
    }

    @Test func refusesChangesOnceAnotherProgramWritesIntoTheFile() throws {
        let pool = try pool()
        func change() throws {
            try pool.write { connection in
                _ = try connection.run("INSERT INTO note (text) VALUES ('new')")
            }
        }
        try Self.put(Self.texts, in: pool)
        try pool.withWriter { try $0.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)") }
        let older = try Data(contentsOf: URL(filePath: path))
        try pool.withWriter { connection in
            try connection.execute(
                script: "CREATE TABLE last (text TEXT); PRAGMA wal_checkpoint(TRUNCATE)"
            )
        }
        try change()

        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: older)
        try file.close()

        let error = #expect(throws: DatabaseError.self) { try change() }
        #expect(error?.code == .moved)
        let other = #expect(throws: DatabaseError.self) { try pool.withSettledFile {} }
        #expect(other?.code == .moved)
        try? pool.close()
    }

    @Test func refusesChangesOnceAnotherProgramCutsTheLog() throws {
        let pool = try pool()
        try Self.put(Self.texts, in: pool)
        let log = try FileHandle(forWritingTo: URL(filePath: path + "-wal"))
        try log.truncate(atOffset: 4_096)
        try log.close()

        let error = #expect(throws: DatabaseError.self) {
            try pool.write { connection in
                _ = try connection.run("INSERT INTO note (text) VALUES ('new')")
            }
        }
        #expect(error?.code == .moved)
        try? pool.close()
    }

    /// More than fits into memory, so that pages are written before the first one.
    @Test func aLargeSealedCopyHasNoFlaw() throws {
        let plain = try ConnectionPool(path: folder.path("plain"), applicationID: 1)
        try plain.withWriter { try $0.createLargeTable() }
        try plain.copy(to: path, in: key.files(at: path)) { _ in }
        try plain.close()

        let pool = try pool()
        #expect(try pool.withWriter { $0.pageFlaws() }.isEmpty)
        #expect(try pool.read { try $0.row("SELECT count(*) FROM thing") { $0.int(0) } } == 600)
        try pool.close()
    }

    @Test func letsOneFileSystemHaveADatabaseAtATime() throws {
        let pool = try pool()
        try Self.put(["text"], in: pool)

        // As another process would open it.
        let same = try #require(VaultKey(vault: key.vault, secret: key.secret))
        let error = #expect(throws: DatabaseError.self) { try self.pool(under: same) }

        #expect(error?.code.primary == .cannotOpen)
        try pool.close()
        #expect(try Self.texts(in: self.pool()) == ["text"])
    }

    @Test func copiesFromSealedToPlainAndBack() throws {
        let pool = try pool()
        try Self.put(Self.texts, in: pool)
        try folder.write([], to: "c.omena")

        try pool.copy(to: folder.path("b.omena")) { _ in }
        try ConnectionPool.copy(
            from: folder.path("b.omena"),
            to: folder.path("c.omena"),
            sealed: key.files(at: folder.path("c.omena"))
        ) { _ in }

        let plain = try #require(try folder.contents["b.omena"])
        #expect(plain.starts(with: Data("SQLite format 3\0".utf8)))
        let copy = try ConnectionPool(
            path: folder.path("c.omena"),
            in: key.files(at: folder.path("c.omena")),
            access: .read,
            applicationID: 1
        )
        #expect(try Self.texts(in: copy) == Self.texts)
        #expect(try pool.read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } } == ["ok"])
    }

    /// Pages that do not fit into memory are written to the log before their transaction ends, and read from there.
    @Test func readsAndTakesBackWhatATransactionHasWrittenSoFar() throws {
        let pool = try pool()
        try Self.put(Self.texts, in: pool)
        try pool.withWriter { try $0.execute(script: "PRAGMA cache_size = 8") }
        struct TakenBack: Error {}
        func rewrite(_ connection: Connection) throws {
            for turn in 0..<3 {
                try connection.run(
                    "UPDATE note SET text = text || :turn, wide = zeroblob(2000 + id * 7)",
                    ["turn": "\(turn)"]
                )
            }
            let length = try connection.row("SELECT sum(length(wide)) FROM note") { $0.int(0) }
            #expect(length == (1...200).map { 2000 + $0 * 7 }.reduce(0, +))
        }

        #expect(throws: TakenBack.self) {
            try pool.write { connection in
                try rewrite(connection)
                throw TakenBack()
            }
        }
        #expect(try Self.texts(in: pool) == Self.texts)
        try pool.write(rewrite)

        #expect(try Self.texts(in: pool) == Self.texts.map { $0 + "012" })
        try pool.close()
        let again = try self.pool()
        #expect(try Self.texts(in: again) == Self.texts.map { $0 + "012" })
        #expect(try again.read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } } == ["ok"])
    }

    /// Frames of the log share sectors, so a reader of one frame must not see another one partly written.
    @Test func showsReadersWholeFramesWhileTheNextIsWritten() throws {
        let pool = try pool()
        try pool.write { connection in
            try connection.execute(
                script: """
                    CREATE TABLE page (id INTEGER PRIMARY KEY, turn INTEGER, filling BLOB) STRICT;
                    """
            )
            for id in 1...8 {
                try connection.run(
                    "INSERT INTO page VALUES (:id, 0, :filling)",
                    ["id": id, "filling": [UInt8](repeating: 0, count: 3000)]
                )
            }
        }
        let lock = Lock()
        nonisolated(unsafe) var flaws: [String] = []

        DispatchQueue.concurrentPerform(iterations: 4) { index in
            do {
                for turn in 1...150 {
                    if index == 0 {
                        try pool.write { connection in
                            let filling = [UInt8](repeating: UInt8(turn), count: 3000)
                            for id in 1...8 {
                                try connection.run(
                                    "UPDATE page SET turn = :turn, filling = :filling WHERE id = :id",
                                    ["turn": turn, "filling": filling, "id": id]
                                )
                            }
                        }
                    } else {
                        let turns = try pool.read { connection in
                            // Otherwise the page cache would be read.
                            try connection.execute(script: "PRAGMA shrink_memory")
                            return try connection.rows("SELECT turn, filling FROM page") { row in
                                [UInt8(row.int(0))] + Set(row.bytes(1))
                            }
                        }
                        if Set(turns.joined()).count != 1 {
                            lock.withLock { flaws.append("\(turns)") }
                        }
                    }
                }
            } catch {
                lock.withLock { flaws.append("\(error)") }
            }
        }

        #expect(flaws == [])
    }
}
