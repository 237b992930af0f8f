import Foundation
import SQLite
import Storage
import Testing

struct SchemaTests {
    /// A released schema is never edited, only followed: the file is written with `UPDATE_SNAPSHOTS=1`.
    @Test func staysAsItWasReleased() throws {
        let schema =
            try Fresh().connection().rows(
                """
                SELECT sql
                FROM sqlite_schema
                WHERE sql IS NOT NULL
                AND name NOT LIKE 'sqlite_%'
                ORDER BY rowid
                """
            ) { $0.text(0) }.joined(separator: ";\n\n") + ";\n"

        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Resources/schema-\(Migration.released.count).sql")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            try Data(schema.utf8).write(to: file)
            Issue.record("The snapshot was written; run the test again without UPDATE_SNAPSHOTS.")
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(schema == expected)
    }
}
