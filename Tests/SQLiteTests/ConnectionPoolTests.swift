import Foundation
import TestFolder
import Testing
import Threads

@testable import SQLite

struct ConnectionPoolTests {
    private let folder: TemporaryFolder
    private let pool: ConnectionPool

    init() throws {
        folder = try TemporaryFolder()
        pool = try ConnectionPool(path: folder.path("test"), applicationID: 1)
        try pool.write { connection in
            try connection.execute(
                script: """
                    CREATE TABLE account (id INTEGER PRIMARY KEY, money INTEGER NOT NULL) STRICT;
                    INSERT INTO account (id, money) VALUES (1, 100), (2, 0);
                    """
            )
        }
    }

    private static func total(_ connection: Connection) throws -> Int? {
        try connection.row("SELECT sum(money) FROM account") { $0.int(0) }
    }

    @Test func readsOneStateWhileAnotherIsWritten() throws {
        try pool.read { reader in
            #expect(try Self.total(reader) == 100)
            _ = try pool.write { try $0.run("UPDATE account SET money = money + 1") }
            #expect(try Self.total(reader) == 100)
        }

        #expect(try pool.read(Self.total) == 102)
    }

    @Test(arguments: [(true, "2"), (false, "1")])
    func flushesCommitsUnlessTheyAreDurableElsewhere(flushes: Bool, setting: String) throws {
        let pool = try ConnectionPool(
            path: folder.path("other"),
            applicationID: 1,
            flushesCommits: flushes
        )

        #expect(try pool.withWriter { try $0.pragma("synchronous") } == setting)
        try pool.close()
    }

    @Test func aSettledFileHasWhatIsCommittedAndNothingLater() throws {
        func money() throws -> [String] {
            let overlay = try Connection(
                path: folder.path("test"),
                access: .overlay,
                applicationID: 1
            )
            defer { try? overlay.close() }
            return try overlay.rows("SELECT money FROM account ORDER BY id") { $0.text(0) }
        }
        _ = try pool.write { try $0.run("UPDATE account SET money = 5") }

        try pool.withSettledFile {
            let before = try Data(contentsOf: URL(filePath: folder.path("test")))
            _ = try pool.write { try $0.run("UPDATE account SET money = 6") }
            try pool.withWriter { try $0.execute(script: "PRAGMA wal_checkpoint(PASSIVE)") }

            #expect(try money() == ["5", "5"])
            #expect(try Data(contentsOf: URL(filePath: folder.path("test"))) == before)
        }

        #expect(try pool.withSettledFile { try money() } == ["6", "6"])
    }

    @Test func closingWaitsForReadersSoThatTheFileIsComplete() throws {
        let isReading = Locked(false)
        let pool = pool
        let reader = Thread {
            try? pool.read { _ in
                isReading.withLock { $0 = true }
                // Until the pool is being closed.
                while (try? pool.read { _ in }) != nil {}
            }
        }
        isReading.withLock(when: { $0 }) { _ in }
        _ = try pool.write { try $0.run("UPDATE account SET money = money + 1") }

        try pool.close()
        reader.join()

        #expect(!FileManager.default.fileExists(atPath: folder.path("test-wal")))
    }

    @Test func lendsAReaderInsideAnother() throws {
        let totals = try pool.read { outer in
            try pool.read { inner in [try Self.total(outer), try Self.total(inner)] }
        }

        #expect(totals == [100, 100])
    }

    @Test func passesByWhereSomebodyWrites() throws {
        let add: (Connection) throws -> Void = {
            try $0.run("UPDATE account SET money = money + 1 WHERE id = 1")
        }

        try pool.write { _ in try pool.withWriterIfFree(add) }
        #expect(try pool.read(Self.total) == 100)
        try pool.withWriterIfFree(add)

        #expect(try pool.read(Self.total) == 101)
    }

    @Test func neverShowsHalfOfATransaction() throws {
        let lock = Lock()
        let pool = pool
        nonisolated(unsafe) var totals: Set<Int?> = []
        nonisolated(unsafe) var failures = 0

        DispatchQueue.concurrentPerform(iterations: 6) { index in
            for _ in 0..<200 {
                do {
                    if index < 2 {
                        try pool.write { connection in
                            try connection.run("UPDATE account SET money = money - 1 WHERE id = 1")
                            try connection.run("UPDATE account SET money = money + 1 WHERE id = 2")
                        }
                    } else {
                        let total = try pool.read(Self.total)
                        lock.withLock { _ = totals.insert(total) }
                    }
                } catch {
                    lock.withLock { failures += 1 }
                }
            }
        }

        #expect(failures == 0)
        #expect(totals == [100])
        let moved = try pool.read {
            try $0.row("SELECT money FROM account WHERE id = 2") { $0.int(0) }
        }
        #expect(moved == 400)
    }

    /// Another database with the same schema and other accounts.
    private func other() throws -> String {
        let path = folder.path("other")
        let other = try Connection(path: path, access: .copy, applicationID: 1)
        try other.execute(
            script: """
                CREATE TABLE account (id INTEGER PRIMARY KEY, money INTEGER NOT NULL) STRICT;
                INSERT INTO account (id, money) VALUES (7, 70);
                """
        )
        try other.close()
        return path
    }

    @Test func putsAnotherFileInThePlaceOfThisOne() throws {
        let path = try other()
        _ = try pool.read(Self.total)
        chmod(folder.path("test"), 0o640)

        try pool.withWriter { _ in try pool.swapFile(with: path) }

        #expect(try pool.read(Self.total) == 70)
        _ = try pool.write { try $0.run("UPDATE account SET money = 71") }
        try pool.close()
        #expect(try folder.contents.keys.sorted() == ["test"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("test"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        let after = try ConnectionPool(path: folder.path("test"), applicationID: 1)
        #expect(try after.read(Self.total) == 71)
    }

    @Test func copiesWhatIsInAFileWhereThisOneIsOpenElsewhere() throws {
        let path = try other()
        let elsewhere = try Connection(
            path: folder.path("test"),
            access: .read,
            applicationID: 1
        )
        #expect(try Self.total(elsewhere) == 100)

        try pool.withWriter { _ in try pool.swapFile(with: path) }

        #expect(try pool.read(Self.total) == 70)
        #expect(try Self.total(elsewhere) == 70)
    }

    @Test func whoReadsMeanwhileSeesOneFileOrTheOther() throws {
        let path = try other()
        let lock = Lock()
        let pool = pool
        nonisolated(unsafe) var totals: Set<Int?> = []
        nonisolated(unsafe) var failures = 0

        DispatchQueue.concurrentPerform(iterations: 4) { index in
            do {
                if index == 0 { return try pool.withWriter { _ in try pool.swapFile(with: path) } }
                for _ in 0..<200 {
                    let total = try pool.read { outer in
                        let total = try Self.total(outer)
                        #expect(try pool.read(Self.total) != nil)
                        #expect(try Self.total(outer) == total)
                        return total
                    }
                    lock.withLock { _ = totals.insert(total) }
                }
            } catch {
                lock.withLock { failures += 1 }
            }
        }

        #expect(failures == 0)
        #expect(totals.isSubset(of: [100, 70]))
        #expect(try pool.read(Self.total) == 70)
    }

    @Test func leavesOneFileAndAnswersNothingWhenClosed() throws {
        _ = try pool.read(Self.total)

        try pool.close()
        try pool.close()

        #expect(try folder.contents.keys.sorted() == ["test"])
        #expect(throws: DatabaseError.self) { try pool.read(Self.total) }
        #expect(throws: DatabaseError.self) { try pool.write(Self.total) }
    }

    @Test func closesWhileSomebodyReads() throws {
        try pool.read { reader in
            try pool.close()
            #expect(try Self.total(reader) == 100)
        }

        #expect(throws: DatabaseError.self) { try pool.read(Self.total) }
    }
}
