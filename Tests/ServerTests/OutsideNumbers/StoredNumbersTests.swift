import Library
import SQLite
import TestFolder
import Testing

/// A library that already holds impossible numbers can be used, and a check replaces them.
struct StoredNumbersTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What names something else or says which of a few things a row is, rather than how much or when.
    ///
    /// A check finds references and names that lead nowhere by other rules.
    private static let names: Set = [
        "note", "deck", "note_type", "event", "replica", "browser", "peer", "owner", "object",
        "into_object", "dealing_deck", "answered_event", "stage", "kind", "grade", "mode",
        "decision", "permissions", "undone", "retracted", "burial", "answered_grade",
    ]

    @Test(arguments: OutsideNumber.inJSON)
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
        let findings = try visit.library.check().findings
        // Small numbers are possible in most columns.
        let isFound = findings.contains { $0.says.contains("an impossible number") }
        #expect(isFound || number.isSmall || Int64(number.sql) == nil)

        try visit.check(finding: [])
        try visit.useEverything()
    }

    /// Puts a number into each column of numbers: of all rows of a table with few, else of some rows.
    private func spoil(with number: String) throws {
        let connection = try Connection(
            path: folder.path("library.omena"),
            access: .write,
            applicationID: 0,
            extensions: ConnectionExtensions(
                functions: [],
                tokenizers: [Tokenizer("omena") { _, _, _ in }]
            )
        )
        let numbers = try connection.rows(
            """
            SELECT tables.name, columns.name
            FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table'
            AND (columns.type = 'REAL' OR columns.type = 'INTEGER' AND :is_whole)
            AND columns.pk = 0
            AND columns.name NOT LIKE 'is!_%' ESCAPE '!'
            """,
            ["is_whole": Int64(number) != nil]
        ) { (table: $0.text(0), column: $0.text(1)) }
        // A deck in the bin also has another folded name, and nothing in it would be used.
        let spoiled = numbers.filter {
            !Self.names.contains($0.column) && $0 != (table: "deck", column: "binned")
        }
        let tables = Dictionary(grouping: spoiled, by: \.table)
        #expect(tables.count > (Int64(number) == nil ? 2 : 15))
        // Notes come before what their triggers count.
        for (table, columns) in tables.sorted(by: { $0.key > $1.key }) {
            for (place, (_, column)) in columns.enumerated() {
                let id = table == "event" ? "card" : "id"
                let some = ["note", "card", "event"].contains(table)
                let rows = some ? "WHERE \(id) % \(columns.count) = \(place)" : ""
                try connection.execute(
                    script: "UPDATE OR IGNORE \(table) SET \(column) = \(number) \(rows)"
                )
            }
        }
        try connection.close()
    }
}
