import Compression
import Foundation
import SQLite
import TestFolder

/// An Anki package made of SQL, whose columns hold whatever is put into them.
struct AnkiFile {
    private let folder: TemporaryFolder

    init(in folder: TemporaryFolder) { self.folder = folder }

    /// The list of pictures and sounds, in the form of either kind of package.
    struct Media {
        var message: [UInt8] = []
        var json = Array("{}".utf8)
    }

    /// Writes the package, and returns its path.
    ///
    /// - Parameter isLatest: Whether its parts are compressed with Zstandard, as in those that are not for older versions.
    func write(
        _ scripts: [String],
        blobs: [(sql: StaticString, [UInt8])] = [],
        media: Media = Media(),
        isLatest: Bool = false
    ) throws -> String {
        let file = folder.path("collection-\(UUID().uuidString)")
        let connection = try Connection(path: file, access: .copy, applicationID: 0)
        for script in scripts { try connection.execute(script: script) }
        for (sql, bytes) in blobs { try connection.run(sql, ["bytes": bytes]) }
        try connection.close()
        let path = "\(file).apkg"
        let archive = try ZipWriter(path: path)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        func add(_ bytes: [UInt8], named name: String) throws {
            let bytes = isLatest ? Zstd.compress(bytes) : bytes
            try archive.add(bytes, named: name, isPacked: !isLatest)
        }
        try add(bytes, named: isLatest ? "collection.anki21b" : "collection.anki21")
        try add(isLatest ? media.message : media.json, named: "media")
        for place in 0..<3 { try add(Self.picture, named: "\(place)") }
        try archive.finish()
        return path
    }

    /// The head of a GIF of one pixel, and its only block.
    private static let picture: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [UInt8](repeating: 0, count: 6)
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    static let tables = """
        CREATE TABLE notes (id integer primary key, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data);
        CREATE TABLE cards (id integer primary key, nid, did, ord, mod, usn, type, queue, due, ivl, factor, reps,
            lapses, left, odue, odid, flags, data);
        CREATE TABLE revlog (id integer primary key, cid, usn, ease, ivl, lastIvl, factor, time, type);
        """

    /// The collection of schema 11; its JSON may hold anything.
    static func old(
        created: String = "1600000000",
        settings: String = "{}",
        type: String = #""id": 1, "type": 0"#,
        deck: String = #""id": 1, "conf": 1"#,
        options: String = #""id": 1"#
    ) -> String {
        """
        CREATE TABLE col (id, crt, mod, scm, ver, dty, usn, ls, conf, models, decks, dconf, tags);
        INSERT INTO col VALUES (1, \(created), 0, 0, 11, 0, 0, 0, '\(settings)',
            '{"1": {\(type), "name": "T", "flds": [{"name": "F"}, {"name": "B"}],
                "tmpls": [{"name": "C", "qfmt": "{{F}}", "afmt": "{{B}}"}]},
              "2": {"id": 2, "type": 0, "name": "U", "flds": [{"name": "F"}],
                "tmpls": [{"name": "C", "qfmt": "{{F}}", "afmt": "{{F}}"}]}}',
            '{"1": {\(deck), "name": "Default"}, "2": {"id": 2, "conf": 1, "name": "D", "dyn": 0}}',
            '{"1": {\(options)}}', '{}');
        """
    }

    /// The collection of schema 18, whose settings, decks and types are messages.
    static let new = """
        CREATE TABLE col (id, crt, mod, scm, ver, dty, usn, ls, conf, models, decks, dconf, tags);
        INSERT INTO col VALUES (1, 1600000000, 0, 0, 18, 0, 0, 0, '', '', '', '', '');
        CREATE TABLE config (KEY, val);
        CREATE TABLE decks (id, name, mtime_secs, common, kind);
        CREATE TABLE deck_config (id, name, mtime_secs, config);
        CREATE TABLE notetypes (id, name, mtime_secs, config);
        CREATE TABLE fields (ntid, ord, name, config);
        CREATE TABLE templates (ntid, ord, name, config);
        """

    static let note =
        "INSERT INTO notes VALUES (1, 'g', 1, 0, 0, ' t ', 'a' || char(31) || 'b', 0, 0, 0, '');"
    static let card = """
        INSERT INTO cards VALUES (1, 1, 1, 0, 0, 0, 2, 2, 100, 10, 2500, 5, 1, 0, 0, 0, 0, '{}');
        INSERT INTO revlog VALUES (1700000000000, 1, 0, 3, 10, 5, 2500, 5000, 1);
        """
}

/// Encodes Protocol Buffers messages.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func set(_ field: Int, whole: UInt64) {
        append(UInt64(field) << 3)
        append(whole)
    }

    mutating func set(_ field: Int, real: Float) {
        append(UInt64(field) << 3 | 5)
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(real.bitPattern >> shift & 0xFF)) }
    }

    mutating func set(_ field: Int, bytes content: [UInt8]) {
        append(UInt64(field) << 3 | 2)
        append(UInt64(content.count))
        bytes += content
    }

    private mutating func append(_ number: UInt64) {
        var number = number
        while number >= 0x80 {
            bytes.append(UInt8(number & 0x7F | 0x80))
            number >>= 7
        }
        bytes.append(UInt8(number))
    }
}
