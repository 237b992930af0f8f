import Library
import SQLite
import TestFolder
import Testing

/// A library that already holds impossible numbers can be used, and a check replaces them.
struct StoredNumbersTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let columns: [String: [String]] = [
        "note": ["made", "changed", "answered"],
        "card": [
            "position", "buried", "flag", "due", "step", "reviews", "lapses", "last_review",
            "answered",
            "interval", "last_day", "leech_lapses", "reviewed", "stability", "difficulty",
        ],
        "event": ["moment", "due", "utc_offset", "duration", "reviews"],
        "deck": ["made", "changed", "notes", "learning", "known"],
        "note_type": ["made", "changed"],
        "media": ["made"],
        "library": ["made"],
    ]

    @Test(arguments: OutsideNumber.all.filter { Int64($0.sql) != nil })
    func areBoundedWhenTheyAreReadAndMendedByACheck(_ number: OutsideNumber) throws {
        let rows = (1...40).map { id in
            """
            INSERT INTO notes VALUES (\(id), 'g\(id)', 1, 0, 0, '', 'a' || char(31) || '\(id)', 0, 0, 0, '');
            INSERT INTO cards VALUES (\(id), \(id), 1, 0, 0, 0, 2, 2, 100, 10, 2500, 5, 1, 0, 0, 0, 0, '{}');
            INSERT INTO revlog VALUES (1700000000000 + \(id), \(id), 0, 3, 10, 5, 2500, 5000, 1);
            """
        }
        let path = try AnkiFile(in: folder).write([AnkiFile.old(), AnkiFile.tables] + rows)
        let healthy = try LibraryVisit(in: folder)
        #expect(try healthy.accepts(path: path))
        try healthy.library.close()
        try spoil(with: number.sql)

        let visit = try LibraryVisit(in: folder, reopening: true)
        try visit.lookAtPages()
        _ = try visit.library.check()

        try visit.check(finding: [])
        try visit.useEverything()
    }

    /// Puts a number into each column of some rows.
    private func spoil(with number: String) throws {
        let path = folder.path("library.omena")
        let connection = try Connection(
            path: path,
            access: .write,
            applicationID: 0,
            extensions: ConnectionExtensions(
                functions: [],
                tokenizers: [Tokenizer("omena") { _, _, _ in }]
            )
        )
        for (table, columns) in Self.columns {
            for (place, column) in columns.enumerated() {
                let id = table == "event" ? "card" : "id"
                let some = ["note", "card", "event"].contains(table)
                let rows = some ? "WHERE \(id) % \(columns.count) = \(place)" : ""
                try connection.execute(script: "UPDATE \(table) SET \(column) = \(number) \(rows)")
            }
        }
        try connection.close()
    }
}
