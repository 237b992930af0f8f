import Exchange
import TestFolder
import Testing

/// Whatever number a stranger writes into an Anki package, nothing traps: neither its import nor anything later.
struct AnkiNumbersTests {
    private let folder: TemporaryFolder
    private let visit: LibraryVisit
    private let file: AnkiFile

    init() throws {
        folder = try TemporaryFolder()
        visit = try LibraryVisit(in: folder)
        file = AnkiFile(in: folder)
    }

    private static let cardColumns = [
        "did", "ord", "mod", "type", "queue", "due", "ivl", "factor", "reps", "lapses", "left",
        "odue",
        "odid", "flags",
    ]

    /// A note for each column of each kind of card, whose card has the number there.
    private static func rows(_ number: OutsideNumber) -> String {
        var script = ""
        var id = 100
        func add(_ change: String) {
            id += 1
            script += """
                INSERT INTO notes VALUES (\(id), 'g\(id)', 1, 0, 0, '', 'a' || char(31) || '\(id)', 0, 0, 0, '');
                INSERT INTO cards VALUES (\(id), \(id), 1, 0, 0, 0, 2, 2, 100, 10, 2500, 5, 1, 1001, 0, 0, 0, '{}');
                INSERT INTO revlog VALUES (1700000000000 + \(id), \(id), 0, 3, 10, 5, 2500, 5000, 1);
                \(change);

                """
        }
        for column in cardColumns {
            for type in 0...3 {
                add(
                    "UPDATE cards SET type = \(type), queue = \(type), \(column) = \(number.sql) WHERE id = \(id + 1)"
                )
            }
            add(
                "UPDATE cards SET odid = 2, odue = 5, \(column) = \(number.sql) WHERE id = \(id + 1)"
            )
        }
        for column in ["ease", "ivl", "lastIvl", "factor", "time", "type", "cid"] {
            add("UPDATE revlog SET \(column) = \(number.sql) WHERE cid = \(id + 1)")
        }
        for column in ["mid", "mod"] {
            add("UPDATE notes SET \(column) = \(number.sql) WHERE id = \(id + 1)")
        }
        if let json = number.json {
            for key in ["s", "d", "lrt", "pos", "dr", "decay"] {
                let data = #"{"s":10,"d":5,"lrt":1700000000,"\#(key)":\#(json)}"#
                add("UPDATE cards SET data = '\(data)' WHERE id = \(id + 1)")
            }
        }
        if number.bits == UInt64(bitPattern: Int64(number.sql) ?? 0) {
            script += """
                INSERT OR IGNORE INTO notes VALUES (\(number.sql), 'id', 1, 0, 0, '', 'x' || char(31) || 'y', 0, 0, 0, '');
                INSERT OR IGNORE INTO cards VALUES (\(number.sql), \(number.sql), 1, 0, 0, 0, 2, 2, 9, 9, 2500, 1, 0, 0, 0, 0, 0, '{}');
                INSERT OR IGNORE INTO revlog VALUES (\(number.sql), \(number.sql), 0, 3, 10, 5, 2500, 5000, 1);
                """
        }
        return script
    }

    @Test(arguments: OutsideNumber.all)
    func everyColumnOfTheOldSchemaTakesAnyNumber(_ number: OutsideNumber) throws {
        let path = try file.write([AnkiFile.old(), AnkiFile.tables, Self.rows(number)])

        #expect(try visit.accepts(path: path))
        try visit.useEverything()
    }

    @Test(arguments: OutsideNumber.all)
    func theCollectionTakesAnyNumber(_ number: OutsideNumber) throws {
        let json = number.json ?? "null"
        let delays = #""delays": [1, \#(json)]"#
        let collection = AnkiFile.old(
            created: number.sql,
            settings: """
                {"creationOffset": \(json), "localOffset": \(json), "rollover": \(json), "nextPos": \(json)}
                """,
            type: #""id": \#(json), "type": \#(json), "sortf": \#(json), "did": \#(json)"#,
            deck: """
                "id": \(json), "conf": 1, "newLimit": \(json), "reviewLimit": \(json), "mod": \(json),
                "desiredRetention": \(json), "extendNew": \(json)
                """,
            options: """
                "id": 1, "new": {"perDay": \(json), \(delays), "initialFactor": \(json)},
                "rev": {"perDay": \(json), "maxIvl": \(json), "ivlFct": \(json)},
                "lapse": {"leechFails": \(json), \(delays)}, "desiredRetention": \(json),
                "fsrsParams6": [\(Array(repeating: json, count: 21).joined(separator: ","))]
                """
        )
        let path = try file.write([collection, AnkiFile.tables, AnkiFile.note, AnkiFile.card])

        if try visit.accepts(path: path) { try visit.useEverything() }
    }

    /// Each field of each message as a whole number and as a real one.
    @Test(arguments: OutsideNumber.all)
    func everyFieldOfTheMessagesTakesAnyNumber(_ number: OutsideNumber) throws {
        var message = MessageWriter()
        for field in 1...60 {
            message.set(field, real: Float(number.real))
            message.set(field, whole: number.bits)
        }
        var reals = MessageWriter()
        for field in 1...60 {
            for _ in 0..<2 { reals.set(field, real: Float(number.real)) }
        }
        var kind = MessageWriter()
        kind.set(1, bytes: message.bytes)
        var otherKind = MessageWriter()
        otherKind.set(1, bytes: reals.bytes)
        let id = Int64(bitPattern: number.bits)
        let path = try file.write(
            [
                AnkiFile.new, AnkiFile.tables, AnkiFile.note, AnkiFile.card,
                """
                INSERT INTO config VALUES ('creationOffset', CAST('\(number.json ?? "null")' AS BLOB));
                INSERT INTO config VALUES ('localOffset', CAST('\(number.json ?? "null")' AS BLOB));
                INSERT INTO config VALUES ('rollover', CAST('\(number.json ?? "null")' AS BLOB));
                INSERT INTO notetypes VALUES (1, 'T', \(id), x'');
                INSERT INTO fields VALUES (1, 0, 'F', x''), (1, \(id), 'B', x'');
                INSERT INTO templates VALUES (1, 0, 'C', x'');
                """,
            ],
            blobs: [
                ("UPDATE notetypes SET config = :bytes", message.bytes),
                ("UPDATE fields SET config = :bytes", message.bytes),
                ("UPDATE templates SET config = :bytes", message.bytes),
                ("INSERT INTO decks VALUES (1, 'Default', 0, x'', :bytes)", kind.bytes),
                (
                    "INSERT INTO decks VALUES (2, 'D', 9223372036854775807, x'', :bytes)",
                    otherKind.bytes
                ),
                ("INSERT INTO deck_config VALUES (1, 'O', -1, :bytes)", message.bytes),
                ("INSERT INTO deck_config VALUES (0, 'P', -1, :bytes)", reals.bytes),
                (
                    "INSERT INTO deck_config VALUES (9223372036854775807, 'Q', -1, :bytes)",
                    message.bytes + reals.bytes
                ),
            ]
        )

        #expect(try visit.accepts(path: path))
        try visit.useEverything()
    }

    /// The numbers of decks and types collide when they are exported again.
    @Test func twoThingsMayHaveTheHighestNumber() throws {
        let most = Int64.max
        let collection = """
            \(AnkiFile.old(deck: #""id": \#(most), "conf": \#(most)"#, options: #""id": \#(most)"#));
            UPDATE col SET decks = '{"1": {"id": \(most), "name": "A"}, "2": {"id": \(most - 1), "name": "B"}}';
            """
        let path = try file.write([collection, AnkiFile.tables, AnkiFile.note, AnkiFile.card])

        #expect(try visit.accepts(path: path))
        try visit.useEverything()
    }
}
