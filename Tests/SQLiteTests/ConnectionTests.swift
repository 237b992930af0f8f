import Foundation
import TestFolder
import Testing

@testable import SQLite

struct ConnectionTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(
            path: folder.path("test"),
            access: .write,
            applicationID: 77,
            limit: 1 << 20
        )
        try connection.execute(
            script: """
                CREATE TABLE thing (
                    id INTEGER PRIMARY KEY,
                    number INTEGER,
                    real REAL,
                    text TEXT UNIQUE,
                    blob BLOB
                ) STRICT
                """
        )
    }

    private func insert(_ id: Int, text: String? = nil) throws {
        try connection.run(
            "INSERT INTO thing (id, text) VALUES (:id, :text)",
            ["id": id, "text": text]
        )
    }

    private func count() throws -> Int? {
        try connection.row("SELECT count(*) FROM thing") { $0.int(0) }
    }

    // MARK: - Values

    @Test func keepsTextAsItIs() throws {
        let texts = [
            "", "りんご 🍏", "a\0b", "'; DROP TABLE thing; --", String(repeating: "x", count: 900_000),
        ]
        for (id, text) in texts.enumerated() { try insert(id, text: text) }

        let read = try connection.rows("SELECT text FROM thing ORDER BY id") { $0.textOrNil(0) }

        #expect(read == texts)
    }

    @Test func keepsNumbersAndBytesAsTheyAre() throws {
        try connection.run(
            "INSERT INTO thing (number, real, blob) VALUES (:number, :real, :blob)",
            ["number": Int64.min, "real": 0.1, "blob": [0, 255, 7] as [UInt8]]
        )

        let read = try connection.row("SELECT number, real, blob FROM thing") {
            ($0.int64(0), $0.double(1), $0.bytes(2))
        }

        #expect(try #require(read) == (.min, 0.1, [0, 255, 7]))
    }

    @Test func readsNothingAsNil() throws {
        try insert(1)

        let read = try connection.row("SELECT number, real, text FROM thing") {
            ($0.int64OrNil(0), $0.doubleOrNil(1), $0.textOrNil(2))
        }

        #expect(try #require(read) == (nil, nil, nil))
    }

    @Test func tellsNothingFromEmpty() throws {
        try connection.run(
            "INSERT INTO thing (text, blob) VALUES (:text, :blob)",
            ["text": "", "blob": [UInt8]()]
        )

        let isNull = try connection.row("SELECT text, blob, number FROM thing") {
            [$0.isNull(0), $0.isNull(1), $0.isNull(2)]
        }

        #expect(isNull == [false, false, true])
    }

    @Test func mendsTextThatIsNotUTF8() throws {
        try connection.execute(script: "INSERT INTO thing (text) VALUES (CAST(x'61ff62' AS TEXT))")

        #expect(try connection.row("SELECT text FROM thing") { $0.text(0) } == "a\u{FFFD}b")
    }

    @Test func bindsByNameInAnyOrder() throws {
        let read = try connection.row(
            "SELECT :first - :second - :first",
            ["second": 1, "first": 10]
        ) { $0.int(0) }

        #expect(read == -1)
    }

    @Test func runsTheSameStatementInsideItself() throws {
        for id in 1...3 { try insert(id) }
        var pairs: [[Int]] = []

        func forEachID(_ body: (Int) throws -> Void) throws {
            try connection.forEach("SELECT id FROM thing ORDER BY id") { try body($0.int(0)) }
        }
        try forEachID { outer in
            try forEachID { inner in pairs.append([outer, inner]) }
        }

        #expect(pairs.count == 9)
        #expect(pairs.last == [3, 3])
    }

    @Test func parsesATextOnceForEachTypeOfValue() {
        var parsed: [String] = []
        func number(_ text: String) -> Int? {
            connection.parsed(text) { text in
                parsed.append(text)
                return Int(text)
            }
        }

        #expect(["7", "x", "8", "x", "7"].map(number) == [7, nil, 8, nil, 7])
        #expect(parsed == ["7", "x", "8"])
        #expect(connection.parsed("7") { $0 + "0" } == "70")
    }

    @Test func countsWhatAStatementChanged() throws {
        for id in 1...3 { try insert(id) }

        #expect(try connection.run("UPDATE thing SET number = 1 WHERE id > :id", ["id": 1]) == 2)
    }

    // MARK: - Errors

    @Test func namesCodeAndStatementButNoValue() throws {
        try insert(1, text: "a secret")

        let error = #expect(throws: DatabaseError.self) { try insert(2, text: "a secret") }

        #expect(error?.code.primary == .constraint)
        #expect(error?.code.rawValue == 2067)
        #expect(error?.description.contains("INSERT INTO thing") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func refusesWhatIsTooBig() throws {
        let error = #expect(throws: DatabaseError.self) {
            try insert(1, text: String(repeating: "x", count: 2 << 20))
        }

        #expect(error?.code == .tooBig)
        #expect(try count() == 0)
    }

    @Test func refusesAnUnknownTable() {
        let error = #expect(throws: DatabaseError.self) {
            try connection.run("SELECT * FROM nobody")
        }

        #expect(error?.message == "no such table: nobody")
    }

    @Test func takesDoubleQuotesForNamesOnly() {
        #expect(throws: DatabaseError.self) { try connection.run("SELECT \"no such column\"") }
    }

    @Test func loadsNoCodeAndGuardsItsSchema() throws {
        #expect(throws: DatabaseError.self) {
            try connection.run("SELECT load_extension('libm.so.6')")
        }
        #expect(throws: DatabaseError.self) {
            try connection.execute(
                script: "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema"
            )
        }
    }

    // MARK: - Transactions

    @Test func takesBackATransactionThatFails() throws {
        struct Stop: Error {}

        #expect(throws: Stop.self) {
            try connection.transaction(.write) {
                try insert(1)
                throw Stop()
            }
        }

        #expect(try count() == 0)
        try connection.transaction(.write) { try insert(2) }
        #expect(try count() == 1)
    }

    @Test func takesBackATransactionThatCannotBeCommitted() throws {
        try connection.execute(
            script: """
                CREATE TABLE child (
                    thing INTEGER REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED
                ) STRICT
                """
        )

        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction(.write) {
                try insert(1)
                try connection.run("INSERT INTO child (thing) VALUES (9)")
            }
        }

        #expect(error?.code.primary == .constraint)
        #expect(try count() == 0)
    }

    @Test func survivesAFullDisk() throws {
        try insert(1)
        let pages = try #require(try connection.row("PRAGMA page_count") { $0.int(0) })
        try connection.execute(script: "PRAGMA max_page_count = \(pages)")

        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction(.write) {
                for id in 2...2_000 { try insert(id, text: "\(id) lies on one more page") }
            }
        }

        #expect(error?.code == .full)
        #expect(try count() == 1)
        try connection.run("UPDATE thing SET number = 2")
    }

    /// Its frames are written together, but a cache that is too small reads some of them back before.
    @Test func readsWhatALargeTransactionHasWrittenAlready() throws {
        let reader = try Connection(path: folder.path("test"), access: .read, applicationID: 77)
        try connection.execute(script: "PRAGMA cache_size = 10")
        let texts = (0..<2_000).map { "\($0) \(String(repeating: "x", count: 400))" }

        try connection.transaction(.write) {
            for (id, text) in texts.enumerated() { try insert(id, text: text) }
            // Changes pages that are in the log already.
            try connection.run("UPDATE thing SET number = id WHERE id % 7 = 0")
            let numbers = try connection.row("SELECT count(*), sum(number) FROM thing") {
                ($0.int(0), $0.int(1))
            }
            #expect(numbers?.0 == 2_000)
            #expect(numbers?.1 == stride(from: 0, to: 2_000, by: 7).reduce(0, +))
            #expect(try reader.row("SELECT count(*) FROM thing") { $0.int(0) } == 0)
        }

        #expect(try reader.rows("SELECT text FROM thing ORDER BY id") { $0.text(0) } == texts)
        #expect(try connection.row("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }

    // MARK: - Files

    @Test func marksTheFileFromItsFirstBytesOn() throws {
        let bytes = try Data(contentsOf: URL(filePath: folder.path("test"))).prefix(100)

        #expect(FileHeader(bytes)?.applicationID == 77)
    }

    @Test func flushesEveryCommit() throws {
        #expect(try connection.row("PRAGMA synchronous") { $0.int(0) } == 2)
        #expect(try connection.row("PRAGMA journal_mode") { $0.text(0) } == "wal")
        #expect(try connection.row("PRAGMA foreign_keys") { $0.bool(0) } == true)
        #expect(try connection.row("PRAGMA trusted_schema") { $0.bool(0) } == false)
    }

    @Test func leavesOneFileWhenClosed() throws {
        try insert(1)
        #expect(connection.hasStatements)

        try connection.close()
        try connection.close()

        #expect(try folder.contents.keys.sorted() == ["test"])
    }

    @Test func readsWithoutWriting() throws {
        try insert(1)
        let reader = try Connection(path: folder.path("test"), access: .read, applicationID: 77)

        #expect(try reader.row("SELECT count(*) FROM thing") { $0.int(0) } == 1)
        let error = #expect(throws: DatabaseError.self) { try reader.run("DELETE FROM thing") }
        #expect(error?.code.primary == .readOnly)
    }

    @Test(arguments: ["file:x?mode=memory", ":memory:", "-x", "ä b%20"])
    func takesEveryNameForAFile(name: String) throws {
        let other = try Connection(path: folder.path(name), access: .write, applicationID: 77)
        try other.close()

        #expect(try folder.contents.keys.contains(name))
    }

    @Test func refusesANameWithAZeroByte() {
        let error = #expect(throws: DatabaseError.self) {
            try Connection(path: folder.path("a\0b"), access: .write, applicationID: 77)
        }

        #expect(error?.code == .cannotOpen)
    }
}
