import Exchange
import Foundation
import Library
import LibraryValues
import Notes
import TestChance
import TestFolder
import Testing

/// Files of every format, changed in their structure at random, are imported or refused, and what came of them can be used.
struct MutatedFilesTests {
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let batches: UInt64 = isSoaking ? 1_000 : 2
    private static let filesOfBatch = 100

    private let folder: TemporaryFolder
    private let package: [UInt8]
    private let texts: [(name: String, text: TextMutation)]

    init() throws {
        folder = try TemporaryFolder()
        let visit = try LibraryVisit(in: folder)
        #expect(try visit.accepts(path: AnkiFile(in: folder).write(Self.collection(new: false))))
        var texts: [(String, String)] = [
            (
                "a.geojson",
                #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": 1, "properties": {"name": "A", "a": ["b"]}, "geometry": {"type": "Point", "coordinates": [24.9, 60.2]}}]}"#
            ),
            (
                "a.gpx",
                #"<?xml version="1.0"?><gpx version="1.1"><wpt lat="60.2" lon="24.9"><name>A &amp; B</name><desc>d</desc><extensions><id>1</id></extensions></wpt></gpx>"#
            ),
            (
                "a.kml",
                "<kml><Document><Folder><Placemark id=\"1\"><name>A</name><description>d</description><Point><coordinates>24.9,60.2,0</coordinates></Point></Placemark></Folder></Document></kml>"
            ),
            (
                "a.csv",
                "#separator:comma\n#html:true\n#columns:Front,Back,Tags\n#deck:D\na,\"b, c\",t u\nd,e,\nf,\"g\ng\",v\n"
            ),
            ("a.txt", "hund – dog\nkatt – cat\nöga – eye\n"),
            ("b.csv", "name,latitude,longitude\nA,60.2,24.9\nB,1,2\n"),
            ("a.json", #"[{"id": 3, "prompt": "A", "answer": "B", "tags": ["a"]}]"#),
            (
                "a.xcstrings",
                """
                {"sourceLanguage": "en", "version": "1.0", "strings": {"a": {"comment": "c", "extractionState": "manual",
                "localizations": {"en": {"stringUnit": {"state": "translated", "value": "%#@n@ %1$@"}, "substitutions":
                {"n": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {"one": {"stringUnit": {"state": "new",
                "value": "%arg day"}}, "other": {"stringUnit": {"state": "translated", "value": "%arg days"}}}}}}},
                "fi": {"variations": {"device": {"mac": {"stringUnit": {"state": "translated", "value": "b"}}}}}}}}}
                """
            ),
        ]
        for kind in ["apkg", "json", "csv"] {
            let deck = try #require(DeckName("Default"))
            let options = ExportOptions(scope: .deck(deck), timeZoneOffset: 120)
            _ = try visit.library.exportFile(to: folder.path("whole.\(kind)"), options)
        }
        package = [UInt8](try Data(contentsOf: URL(filePath: folder.path("whole.apkg"))))
        for kind in ["json", "csv"] {
            let whole = try String(contentsOfFile: folder.path("whole.\(kind)"), encoding: .utf8)
            texts.append(("whole.\(kind)", whole))
        }
        self.texts = texts.map { ($0.0, TextMutation($0.1)) }
        try visit.library.close()
    }

    @Test(arguments: 0..<batches)
    func areImportedOrRefused(_ batch: UInt64) throws {
        var chance = SplitMix(seed: batch)
        let home = try TemporaryFolder()
        let visit = try LibraryVisit(in: home)
        var accepted = 0
        for number in 0..<Self.filesOfBatch {
            let options = try mutated(number, &chance, in: home)
            if try visit.accepts(options) { accepted += 1 }
        }
        // Most changes harm a part of a file only.
        #expect(accepted > Self.filesOfBatch / 10)
        try visit.useEverything()
    }

    private func mutated(
        _ number: Int,
        _ chance: inout SplitMix,
        in home: TemporaryFolder
    ) throws -> ImportOptions {
        switch number % 4 {
        case 0:
            let path = try AnkiFile(in: home).write(
                Self.mutatedCollection(&chance),
                media: Self.mutatedMedia(&chance),
                isLatest: Bool.random(using: &chance)
            )
            return ImportOptions(file: .disk(DiskFile(path)))
        case 1:
            let path = home.path("\(number).apkg")
            try home.write(Self.mutatedArchive(package, &chance), to: "\(number).apkg")
            return ImportOptions(file: .disk(DiskFile(path)))
        default:
            let (name, text) = try #require(texts.randomElement(using: &chance))
            // On the disk, because a library is read from there.
            let path = home.path(name)
            try home.write(text.changed(&chance).utf8, to: name)
            return ImportOptions(file: .disk(DiskFile(path)), deck: DeckName("D\(number)"))
        }
    }

    // MARK: - Collections

    private static func collection(new: Bool) -> [String] {
        [new ? AnkiFile.new : AnkiFile.old(), AnkiFile.tables, AnkiFile.note, AnkiFile.card]
            + (2...6).map { id in
                """
                INSERT INTO notes VALUES (\(id), 'g\(id)', 1, 0, 0, 't', 'a\(id)' || char(31) || '<img src="a.png">', 0, 0, 0, '');
                INSERT INTO cards VALUES (\(id), \(id), 1, 0, 0, 0, \(id % 4), \(id % 4), 100, 10, 2500, 5, 1, 1001, 0, 0, 0,
                    '{"s":10,"d":5,"lrt":1700000000}');
                INSERT INTO revlog VALUES (1700000000000 + \(id), \(id), 0, 3, 10, 5, 2500, 5000, 1);
                """
            }
    }

    private static let columns: [(table: String, columns: String)] = [
        ("notes", "id guid mid mod usn tags flds sfld csum flags data"),
        (
            "cards",
            "id nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data"
        ),
        ("revlog", "id cid usn ease ivl lastIvl factor time type"),
        ("col", "crt mod scm ver usn ls conf models decks dconf tags"),
    ]
    private static let newColumns: [(table: String, columns: String)] = [
        ("config", "KEY val"), ("decks", "id name mtime_secs common kind"),
        ("deck_config", "id name mtime_secs config"), ("notetypes", "id name mtime_secs config"),
        ("fields", "ntid ord name config"), ("templates", "ntid ord name config"),
    ]

    private static func mutatedCollection(_ chance: inout SplitMix) -> [String] {
        let isNew = Bool.random(using: &chance)
        var scripts = collection(new: isNew)
        if isNew {
            scripts.append(
                """
                INSERT INTO config VALUES ('rollover', CAST('4' AS BLOB));
                INSERT INTO notetypes VALUES (1, 'T', 0, \(message(&chance)));
                INSERT INTO fields VALUES (1, 0, 'F', \(message(&chance))), (1, 1, 'B', \(message(&chance)));
                INSERT INTO templates VALUES (1, 0, 'C', \(message(&chance)));
                INSERT INTO decks VALUES (1, 'Default', 0, \(message(&chance)), \(message(&chance)));
                INSERT INTO deck_config VALUES (1, 'O', 0, \(message(&chance)));
                """
            )
        }
        let tables = isNew ? columns + newColumns : columns
        for _ in 0..<Int.random(in: 1...4, using: &chance) {
            guard let (table, columns) = tables.randomElement(using: &chance),
                let column = columns.split(separator: " ").randomElement(using: &chance)
            else { continue }
            let isKey = column == "id" && ["notes", "cards", "revlog"].contains(table)
            let value = isKey ? whole(&chance) : value(&chance, of: String(column))
            let remainder = Int.random(in: 0..<3, using: &chance)
            scripts.append(
                "UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE rowid % 3 = \(remainder) OR \(remainder) = 0"
            )
        }
        return scripts
    }

    /// The list of pictures and sounds as a message or as JSON, whichever the package has; most are as they should be.
    private static func mutatedMedia(_ chance: inout SplitMix) -> AnkiFile.Media {
        var list = MessageWriter()
        guard Int.random(in: 0..<4, using: &chance) == 0 else {
            var entry = MessageWriter()
            entry.set(1, bytes: Array("a.png".utf8))
            list.set(1, bytes: entry.bytes)
            return AnkiFile.Media(message: list.bytes, json: Array(#"{"0": "a.png"}"#.utf8))
        }
        for _ in 0..<Int.random(in: 0...3, using: &chance) {
            var entry = MessageWriter()
            let names = ["a.png", "_a.css", "../a", "", "a\u{0}", "a.png"]
            entry.set(1, bytes: Array((names.randomElement(using: &chance) ?? "").utf8))
            list.set(1, bytes: entry.bytes + bytes(&chance, depth: 2))
        }
        if Int.random(in: 0..<4, using: &chance) == 0 { list.set(1, bytes: [0xFF]) }
        let json = TextMutation(#"{"0": "a.png", "1": "_a.css", "2": "b.mp3"}"#)
        return AnkiFile.Media(message: list.bytes, json: Array(json.changed(&chance).utf8))
    }

    private static func whole(_ chance: inout SplitMix) -> String {
        let numbers = OutsideNumber.all.map(\.sql).filter { Int64($0) != nil }
        return numbers.randomElement(using: &chance) ?? "0"
    }

    /// A literal of SQL; for columns with JSON that JSON, changed.
    private static func value(_ chance: inout SplitMix, of column: String) -> String {
        let number = OutsideNumber.all.randomElement(using: &chance)?.sql ?? "0"
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: return "x'\(message(&chance).dropFirst(2).dropLast())'"
        case 1:
            let texts = [
                "''", "'x'", "char(31)", "char(0)", "replace(hex(zeroblob(999)), '00', 'ab')",
                "'{}'", "'[]'",
            ]
            return texts.randomElement(using: &chance) ?? "''"
        case 2 where ["conf", "models", "decks", "dconf", "data"].contains(column):
            // What is there, with a number or a name in it replaced.
            let parts = ["1", "0", "\"id\"", "\"name\"", "{", "[", "\"T\"", "\"F\""]
            let old = parts.randomElement(using: &chance) ?? "1"
            let new = (parts + [number, "null", "\"\""]).randomElement(using: &chance) ?? "0"
            return "replace(\(column), '\(old)', '\(new)')"
        default: return number
        }
    }

    /// A message with some fields of any kind, as a literal of SQL.
    private static func message(_ chance: inout SplitMix, depth: Int = 0) -> String {
        "x'"
            + bytes(&chance, depth: 0).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            + "'"
    }

    private static func bytes(_ chance: inout SplitMix, depth: Int) -> [UInt8] {
        var message = MessageWriter()
        for _ in 0..<Int.random(in: 0...6, using: &chance) {
            let field = Int.random(in: 1...50, using: &chance)
            let number = OutsideNumber.all[
                Int.random(in: 0..<OutsideNumber.all.count, using: &chance)
            ]
            switch Int.random(in: 0..<4, using: &chance) {
            case 0: message.set(field, real: Float(number.real))
            case 1: message.set(field, whole: number.bits)
            case 2: message.set(field, bytes: Array("{{F}}".utf8))
            default:
                message.set(field, bytes: depth < 3 ? bytes(&chance, depth: depth + 1) : [0xFF])
            }
        }
        return message.bytes
    }

    // MARK: - Archives

    /// The archive with numbers in the heads of its entries replaced.
    private static func mutatedArchive(_ archive: [UInt8], _ chance: inout SplitMix) -> [UInt8] {
        var bytes = archive
        let heads = bytes.indices.dropLast(46).filter { bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B }
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            guard let head = heads.randomElement(using: &chance) else { break }
            let start = head + 2 * Int.random(in: 1..<23, using: &chance)
            let number = OutsideNumber.all.randomElement(using: &chance)?.bits ?? 0
            for place in 0..<[2, 4, 8][Int.random(in: 0..<3, using: &chance)] {
                bytes[start + place] = UInt8(number >> UInt64(8 * place) & 0xFF)
            }
        }
        if Int.random(in: 0..<10, using: &chance) == 0 {
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &chance))
        }
        return bytes
    }
}
