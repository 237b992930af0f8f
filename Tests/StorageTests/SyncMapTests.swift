import Notes
import SQLite
import TestFolder
import Testing

@testable import Storage

struct SyncMapTests {
    /// What a new column means to other replicas has to be decided.
    @Test func namesEveryColumn() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.path("a.omena"), now: .some)
        defer { try? database.close() }

        let columns = try database.read { reader in
            try reader.connection.rows(
                """
                SELECT tables.name, columns.name
                FROM pragma_table_list AS tables
                JOIN pragma_table_xinfo(tables.name) AS columns
                WHERE tables.schema = 'main'
                AND tables.type = 'table'
                AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """
            ) { "\($0.text(0)).\($0.text(1))" }
        }

        let mapped = SyncMap.tables.flatMap { table in
            table.columns.keys.map { "\(table.name).\($0)" }
        }
        #expect(Set(columns).symmetricDifference(mapped) == [])
    }

    /// Rows that other replicas have identify themselves in the same way everywhere.
    @Test func hasAKeyForEveryObject() {
        for table in SyncMap.tables where table.object != nil {
            #expect(table.columns.values.contains(.key), "\(table.name)")
        }
    }
}
