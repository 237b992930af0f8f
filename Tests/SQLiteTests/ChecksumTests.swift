import Foundation
import TestChance
import TestDatabase
import TestFolder
import Testing

@testable import SQLite

/// Plain databases whose pages end in checksums.
struct ChecksumTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.db")
    }

    private func open(_ access: Connection.Access = .write) throws -> Connection {
        try Connection(path: path, access: access, applicationID: 1)
    }

    private func fill(_ connection: Connection, _ rows: Int = 300) throws {
        try connection.execute(script: "CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT)")
        try connection.transaction(.write) {
            for number in 1...rows {
                try connection.run("INSERT INTO thing (id, text) VALUES (?, ?)") {
                    $0.bind(Int64(number))
                    $0.bind(String(repeating: "word \(number) ", count: number % 97))
                }
            }
        }
    }

    private func texts(_ connection: Connection) throws -> [String] {
        try connection.rows("SELECT text FROM thing ORDER BY id") { $0.text(0) }
    }

    private func change(_ body: (inout [UInt8]) -> Void) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        body(&bytes)
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test func pagesThatOnlySQLiteWroteThroughUsAreRight() throws {
        let connection = try open()
        try fill(connection)
        try connection.run("DELETE FROM thing WHERE id % 3 = 0")
        try connection.run("UPDATE thing SET text = text || text WHERE id % 5 = 0")
        let before = try texts(connection)
        try connection.close()

        let reader = try open(.read)
        #expect(try texts(reader) == before)
        #expect(try reader.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(reader.hasChecksums)
        #expect(reader.pageFlaws().isEmpty)
    }

    /// Writes all that `UsedPages` passes on to a file that arrives.
    private func send(_ connection: Connection, to path: String) throws {
        let pages = try UsedPages(of: connection)
        let file = try ArrivingFile(path: path)
        while let run = try pages.nextRun() {
            try run.withChecksums().withUnsafeBytes { try file.add($0) }
        }
        try file.finish()
    }

    @Test func unusedPagesAreEmptyInWhatIsSent() throws {
        let connection = try open()
        try fill(connection, 10_000)
        try connection.execute(
            script: "CREATE TABLE kept (text TEXT); INSERT INTO kept VALUES ('kept')"
        )
        try connection.execute(script: "DELETE FROM thing")
        try connection.close()
        #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("word 77 ".utf8)) != nil)

        try send(open(.overlay), to: folder.path("b.db"))

        let sent = try Data(contentsOf: URL(filePath: folder.path("b.db")))
        #expect(sent.range(of: Data("word".utf8)) == nil)
        let copy = try Connection(path: folder.path("b.db"), access: .write, applicationID: 1)
        #expect(copy.pageFlaws().isEmpty)
        #expect(try copy.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try copy.rows("SELECT text FROM kept") { $0.text(0) } == ["kept"])
        try copy.execute(script: "DROP TABLE thing")
        try fill(copy)
        #expect(try copy.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    }

    @Test func damagedPagesAreNotSent() throws {
        let connection = try open()
        try fill(connection)
        try connection.close()
        try change { $0[3 * 4_096 + 100] ^= 1 }

        let overlay = try open(.overlay)

        #expect(throws: DatabaseError.self) { try send(overlay, to: folder.path("b.db")) }
        #expect(try ConnectionPool(path: path, applicationID: 1).wrongReads > 0)
    }

    @Test func unusedPagesAtTheEndAreNotSent() throws {
        let connection = try open()
        try connection.execute(
            script: "CREATE TABLE kept (text TEXT); INSERT INTO kept VALUES ('kept')"
        )
        try fill(connection, 1_000)
        try connection.execute(script: "DROP TABLE thing")
        try connection.close()

        try send(open(.overlay), to: folder.path("b.db"))

        let sent = try Data(contentsOf: URL(filePath: folder.path("b.db")))
        #expect(sent.count == 2 * CheckedPage.size)
        let copy = try Connection(path: folder.path("b.db"), access: .write, applicationID: 1)
        #expect(try copy.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try copy.rows("PRAGMA freelist_count") { $0.int(0) } == [0])
    }

    /// Ways in which pages that were sent may arrive.
    enum Mishap: CaseIterable {
        case changedByte, missingPage, missingEnd, exchangedPages
    }

    @Test(arguments: Mishap.allCases)
    func aFileThatArrivesDamagedIsRefused(mishap: Mishap) throws {
        let connection = try open()
        try fill(connection)
        try connection.close()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let size = CheckedPage.size
        switch mishap {
        case .changedByte: bytes[3 * size + 100] ^= 1
        case .missingPage: bytes.removeSubrange(3 * size..<4 * size)
        case .missingEnd: bytes.removeLast(size)
        case .exchangedPages:
            for index in 0..<size { bytes.swapAt(3 * size + index, 5 * size + index) }
        }

        let file = try ArrivingFile(path: folder.path("b.db"))

        #expect(throws: DatabaseError.self) {
            try bytes.withUnsafeBytes { try file.add($0) }
            try file.finish()
        }
    }

    @Test func anOverlayChangesNothingInTheFile() throws {
        let connection = try open()
        try fill(connection)
        try connection.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try folder.contents

        let overlay = try open(.overlay)
        try overlay.transaction(.write) {
            try overlay.run("DELETE FROM thing WHERE id % 2 = 0")
            try overlay.execute(script: "CREATE TABLE new (text TEXT)")
        }

        #expect(try overlay.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try texts(overlay).count == 150)
        try overlay.close()
        #expect(try folder.contents == before)
        #expect(try texts(connection).count == 300)
        try connection.close()
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func aChangedByteIsNoticedOnItsPage(seed: UInt64) throws {
        var chance = SplitMix(seed: seed)
        let connection = try open()
        try fill(connection)
        try connection.close()
        var page = 0
        try change { bytes in
            // Page 1 is left, so that the file can be opened.
            let offset = Int.random(in: 4096..<bytes.count, using: &chance)
            bytes[offset] ^= 1 << UInt8.random(in: 0...7, using: &chance)
            page = offset / 4096 + 1
        }

        let pool = try ConnectionPool(path: path, access: .read, applicationID: 1)
        try? pool.read { _ = try texts($0) }

        #expect(pool.wrongReads > 0)
        #expect(try open(.read).pageFlaws().wrongPages == [page])
        try pool.close()
    }

    @Test func exchangedPagesAreNoticed() throws {
        let connection = try open()
        try fill(connection)
        try connection.close()
        try change { bytes in
            let (one, other) = (5 * 4096, 9 * 4096)
            for index in 0..<4096 { bytes.swapAt(one + index, other + index) }
        }

        let reader = try open(.read)
        _ = try? texts(reader)

        #expect(reader.pageFlaws().wrongPages == [6, 10])
    }

    @Test func aFileWithoutChecksumsIsGivenThem() throws {
        let old = try Connection(path: path, access: .copy, applicationID: 1)
        try fill(old)
        let before = try texts(old)
        try old.close()
        let connection = try open()
        #expect(!connection.hasChecksums)

        try connection.renewChecksums()

        #expect(try texts(connection) == before)
        try connection.close()
        let reader = try open(.read)
        #expect(reader.hasChecksums)
        #expect(try texts(reader) == before)
        #expect(reader.pageFlaws().isEmpty)
    }

    @Test func pagesAreAcceptedWhenChecksumsAreRenewed() throws {
        let connection = try open()
        try fill(connection)
        try connection.close()
        try change { $0[$0.count - 4096 - 100] ^= 1 }
        let again = try open()
        let texts = try texts(again)
        #expect(again.pageFlaws().wrongPages.count == 1)

        try again.renewChecksums()
        #expect(again.pageFlaws().isEmpty)
        try again.close()

        let reader = try open(.read)
        #expect(try self.texts(reader) == texts)
        #expect(reader.pageFlaws().isEmpty)
    }

    /// A disk that loses a write leaves the page as it was before.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aPageThatIsOlderThanTheOthersIsNoticed(seed: UInt64) throws {
        var chance = SplitMix(seed: seed)
        let connection = try open()
        try fill(connection)
        try connection.close()
        let old = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let again = try open()
        try again.run("UPDATE thing SET text = 'x' || text WHERE id % 7 = 0")
        try again.close()
        var isChanged = false
        try change { bytes in
            let pages = (1..<old.count / 4096).filter { page in
                bytes[page * 4096..<(page + 1) * 4096] != old[page * 4096..<(page + 1) * 4096]
            }
            guard let page = pages.randomElement(using: &chance) else { return }
            bytes[page * 4096..<(page + 1) * 4096] = old[page * 4096..<(page + 1) * 4096]
            isChanged = true
        }
        #expect(isChanged)

        let reader = try open(.read)

        #expect(reader.pageFlaws() == PageFlaws(isSumWrong: true))
    }

    private func addRow(_ connection: Connection) throws {
        try connection.transaction(.write) {
            _ = try connection.run("INSERT INTO thing (text) VALUES ('new')")
        }
    }

    /// A connection whose file another program shortened, or overwrote as `cp` does, while there was something in the log.
    private func openAndOverwrite(isShortening: Bool = false) throws -> Connection {
        let connection = try open()
        connection.isAlone = true
        try fill(connection)
        try connection.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        let older = try Data(contentsOf: URL(filePath: path))
        try connection.execute(
            script: "CREATE TABLE last (text TEXT); PRAGMA wal_checkpoint(TRUNCATE)"
        )
        try addRow(connection)

        let file = try FileHandle(forWritingTo: URL(filePath: path))
        if isShortening {
            // The page of the last table, which is not used.
            try file.truncate(atOffset: file.seekToEnd() - 4_096)
        } else {
            try file.write(contentsOf: older)
        }
        try file.close()
        return connection
    }

    @Test(arguments: [false, true])
    func refusesChangesOnceAnotherProgramWritesIntoTheFile(isShortened: Bool) throws {
        let connection = try openAndOverwrite(isShortening: isShortened)

        let error = #expect(throws: DatabaseError.self) { try addRow(connection) }
        #expect(error?.code == .moved)
    }

    @Test(arguments: [0, 100, 4_152] as [UInt64])
    func refusesChangesOnceAnotherProgramCutsTheLog(size: UInt64) throws {
        let connection = try open()
        try fill(connection)
        try addRow(connection)
        let log = try FileHandle(forWritingTo: URL(filePath: path + "-wal"))
        try log.truncate(atOffset: size)
        try log.close()

        let error = #expect(throws: DatabaseError.self) { try addRow(connection) }
        #expect(error?.code == .moved)
    }

    /// As many changes as would fill the log, so that it would be moved into the file.
    @Test func keepsRefusingChanges() throws {
        let connection = try openAndOverwrite()

        var accepted = 0
        for _ in 0..<1_100 where (try? addRow(connection)) != nil { accepted += 1 }

        #expect(accepted == 0)
    }

    @Test func movesNoLogIntoAFileThatWasOverwritten() throws {
        let connection = try openAndOverwrite()
        let content = try Data(contentsOf: URL(filePath: path))

        _ = connection.pageFlaws()
        #expect(throws: DatabaseError.self) { try addRow(connection) }
        #expect(throws: DatabaseError.self) { try connection.renewChecksums() }
        try connection.close()

        #expect(try Data(contentsOf: URL(filePath: path)) == content)
    }

    @Test func aFileWithPagesOfAnotherSizeCanBeChanged() throws {
        let old = try Connection(path: path, access: .copy, applicationID: 1)
        try old.execute(script: "PRAGMA page_size = 8192")
        try fill(old)
        try old.close()
        let connection = try open()
        connection.isAlone = true

        try addRow(connection)

        #expect(try connection.pragma("page_size") == "8192")
    }

    @Test func takesItsOwnWritesForNobodyElses() throws {
        let connection = try open()
        connection.isAlone = true
        try fill(connection)
        try addRow(connection)
        try connection.execute(
            script: "DELETE FROM thing WHERE id > 9; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"
        )
        try addRow(connection)
        try connection.execute(script: "PRAGMA wal_checkpoint(FULL)")

        try addRow(connection)
    }

    /// More than fits into memory, so that pages are written before the first one.
    @Test func aLargeCopyHasNoFlaw() throws {
        let pool = try ConnectionPool(path: path, applicationID: 1)
        try pool.withWriter { try $0.createLargeTable() }
        let copy = folder.path("copy.db")
        try pool.copy(to: copy) { _ in }
        try pool.close()

        let reader = try Connection(path: copy, access: .read, applicationID: 1)
        #expect(reader.hasChecksums)
        #expect(reader.pageFlaws().isEmpty)
    }

    /// A program that is killed leaves no sum; the next one works on.
    @Test func anInterruptedProgramLeavesNoFlaw() throws {
        let connection = try open()
        try fill(connection)
        try connection.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        try connection.run("UPDATE thing SET text = 'x' || text WHERE id % 7 = 0")
        try connection.execute(script: "PRAGMA wal_checkpoint(FULL)")
        // A copy of the files while they are open is what a kill leaves.
        let copy = folder.path("b.db")
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
        }
        let killed = try Connection(path: copy, access: .write, applicationID: 1)
        #expect(killed.pageFlaws().isEmpty)
        try killed.run("DELETE FROM thing WHERE id % 3 = 0")
        try killed.close()

        let reader = try Connection(path: copy, access: .read, applicationID: 1)
        #expect(reader.pageFlaws().isEmpty)
    }
}
