import Compression
import Exchange
import Foundation
import Library
import LibraryValues
import Notes
import SQLite
import TestFolder
import TestLibrary
import Testing

/// Malicious or damaged packages are refused and change nothing.
struct HostilePackageTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("a.omena")) {
            Moment(milliseconds: 1_700_000_000_000)
        }
    }

    @Test(arguments: [
        "no archive", "a beginning of one", "no collection", "a later version", "no database",
        "no tables", "a view for a table", "no row of settings", "no JSON", "no list of media",
        "wrong Zstandard", "no log", "a broken page", "a broken picture",
        "a list without a collection",
    ])
    func isRefused(_ how: String) throws {
        let path = folder.path("a.apkg")
        try make(how, at: path)
        let before = try library.facts().notes

        let error = #expect(throws: LibraryError.self) {
            try library.importFile(
                ImportOptions(file: .disk(DiskFile(path))),
                by: nil,
                opener: .throughMessages
            )
        }

        #expect(error?.description.hasPrefix("a.apkg: ") == true, "\(String(describing: error))")
        #expect(error?.description.contains("SELECT") == false)
        #expect(try library.facts().notes == before)
        try library.close()
    }

    @Test func mediaNamesAreNoPaths() throws {
        let path = folder.path("a.apkg")
        let names =
            "{\"0\": \"../../evil.png\", \"1\": \"a/b.png\", \"2\": \"good.png\", \"9\": \"gone.png\"}"
        try pack(["0": [1], "1": [2], "2": [3], "media": Array(names.utf8)], at: path)

        let report = try library.importFile(
            ImportOptions(file: .disk(DiskFile(path))),
            by: nil,
            opener: .throughMessages
        )

        #expect(report.media == 1)
        #expect(report.leftOut.count == 2)
        var good: [UInt8]?
        try library.exportMedia(["good.png"]) { good = $1 }
        #expect(good == [3])
        try library.close()
    }

    @Test func invalidRowsBecomeValidCards() throws {
        let path = folder.path("a.apkg")
        let huge = "9223372036854775807"
        try pack(
            ["media": Array("{}".utf8)],
            rows: """
                INSERT INTO notes VALUES (-5, '', 1, \(huge), 0, ' a ', 'x' || char(31) || 'y', 0, 0, 0, '');
                INSERT INTO notes VALUES (6, 'g', 77, 0, 0, '', 'x', 0, 0, 0, '');
                INSERT INTO cards VALUES (1, -5, \(huge), 0, \(huge), 0, 2, 2, \(huge), \(huge), \(huge), \(huge),
                    \(huge), \(huge), \(huge), \(huge), \(huge), '{"s":1e999,"d":-1,"lrt":1e30}');
                INSERT INTO cards VALUES (2, -5, 1, -1, 0, 0, 9, 9, -\(huge), -1, 0, -1, -1, -1, 0, 0, -1, '{{{');
                INSERT INTO revlog VALUES (\(huge), 1, 0, 3, \(huge), 0, 0, \(huge), 0);
                INSERT INTO revlog VALUES (1700000000000, 1, 0, 3, -\(huge), 0, 0, -1, 0);
                INSERT INTO revlog VALUES (1600000000000, 1, 0, 200, 1, 0, \(huge), 5, 200);
                """,
            at: path
        )

        let report = try library.importFile(
            ImportOptions(file: .disk(DiskFile(path))),
            by: nil,
            opener: .throughMessages
        )

        #expect(report.added == 1)
        #expect(report.leftOut == ["A card has a type that the file doesn’t define."])
        #expect(try library.check { _ in }.isSound)
        try library.close()
    }

    // MARK: - Creating packages

    private func make(_ how: String, at path: String) throws {
        switch how {
        case "no archive": try folder.write("Dear Sir".utf8, to: "a.apkg")
        case "a beginning of one":
            try pack([:], at: folder.path("whole"))
            let bytes = try Data(contentsOf: URL(filePath: folder.path("whole")))
            try folder.write(bytes.prefix(bytes.count / 2), to: "a.apkg")
        case "no collection": try archive(["media": Array("{}".utf8)], at: path)
        case "a later version": try pack(["meta": [0x08, 0x09]], at: path)
        case "no database": try archive(["collection.anki2": Array("Dear Sir".utf8)], at: path)
        case "no tables": try pack([:], schema: "CREATE TABLE other (a)", at: path)
        case "a view for a table":
            try pack([:], rows: "DROP TABLE notes; CREATE VIEW notes AS SELECT 1", at: path)
        case "no row of settings": try pack([:], rows: "DELETE FROM col", at: path)
        case "no JSON": try pack([:], rows: "UPDATE col SET models = 'x'", at: path)
        case "no list of media": try pack(["media": [0xFF, 0x00]], at: path)
        case "no log": try pack([:], rows: Self.notes + "DROP TABLE revlog", at: path)
        case "a broken page":
            try pack([:], rows: Self.notes, at: path) { bytes in
                let middle = bytes.count / 8_192 * 4_096
                bytes.replaceSubrange(
                    middle..<middle + 4_096,
                    with: repeatElement(0xFF, count: 4_096)
                )
            }
        case "a broken picture":
            let picture = Array("a picture that is spoilt".utf8)
            try pack(["media": Array(#"{"0": "a.png"}"#.utf8), "0": picture], at: path)
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let place = try #require(bytes.firstRange(of: picture)).lowerBound
            bytes[place] ^= 1
            try folder.write(bytes, to: "a.apkg")
        case "a list without a collection":
            try archive(["meta": [0x08, 0x02], "media": []], at: path)
        default:
            try archive(["meta": [0x08, 0x03], "collection.anki21b": [1, 2, 3, 4]], at: path)
        }
    }

    private func archive(_ entries: [String: [UInt8]], at path: String) throws {
        let writer = try ZipWriter(path: path)
        for (name, bytes) in entries { try writer.add(bytes, named: name, isPacked: name != "0") }
        try writer.finish()
    }

    private func pack(
        _ entries: [String: [UInt8]],
        schema: String = Self.schema,
        rows: String = "",
        at path: String,
        spoiling spoil: (inout [UInt8]) -> Void = { _ in }
    ) throws {
        let file = folder.path("collection-\(UUID().uuidString)")
        let connection = try Connection(path: file, access: .copy, applicationID: 0)
        try connection.execute(script: schema)
        try connection.execute(script: rows)
        try connection.close()
        var entries = entries
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        spoil(&bytes)
        entries["collection.anki2"] = bytes
        try archive(entries, at: path)
    }

    /// Enough rows to fill several pages.
    private static let notes = """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
        INSERT INTO notes SELECT n, 'g' || n, 1, 0, 0, '', n || char(31) || hex(zeroblob(100)), 0, 0, 0, '' FROM number;

        """

    private static let schema = """
        CREATE TABLE col (id, crt, mod, scm, ver, dty, usn, ls, conf, models, decks, dconf, tags);
        CREATE TABLE notes (id integer primary key, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data);
        CREATE TABLE cards (id integer primary key, nid, did, ord, mod, usn, type, queue, due, ivl, factor, reps,
            lapses, left, odue, odid, flags, data);
        CREATE TABLE revlog (id integer primary key, cid, usn, ease, ivl, lastIvl, factor, time, type);
        INSERT INTO col VALUES (1, 1600000000, 0, 0, 11, 0, 0, 0, '{}',
            '{"1": {"id": 1, "name": "T", "type": 0, "flds": [{"name": "F"}, {"name": "B"}],
                "tmpls": [{"name": "C", "qfmt": "{{F}}", "afmt": "{{B}}"}]}}',
            '{"1": {"id": 1, "name": "Default", "conf": 1}}', '{}', '{}');
        """
}
