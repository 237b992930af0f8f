internal import Notes
internal import SQLite
internal import Sodium

/// Everything that a database defines: tables, indexes, views and triggers.
///
/// A trigger, a cascading reference or a view in a stranger's library could change what Omena writes, so a library whose
/// schema is not exactly ours is not opened.
struct Schema {
    private let parts: [Part]

    fileprivate struct Part: Hashable {
        let type: String
        let name: String
        let table: String
        /// Nil for the tables that full-text search creates, which SQLite words as it likes.
        let sql: String?
    }

    init(of connection: Connection) throws {
        parts = try connection.rows(
            """
            SELECT type, name, tbl_name, CASE
                WHEN name NOT IN ('note_search_config', 'note_search_data', 'note_search_idx')
                THEN sql
            END
            FROM sqlite_schema
            WHERE type <> 'index' OR sql IS NOT NULL
            ORDER BY type, name
            """
        ) { Part(type: $0.text(0), name: $0.text(1), table: $0.text(2), sql: $0.textOrNil(3)) }
    }

    /// The schema that some migrations create.
    private init(after migrations: [Migration]) throws {
        let connection = try Connection(
            path: "schema",
            access: .memory,
            applicationID: Database.applicationID,
            extensions: .search
        )
        if !migrations.isEmpty {
            let start = Moment(milliseconds: 0)
            try Migration.apply(migrations, after: 0, on: connection, now: start)
        }
        try self.init(of: connection)
    }

    /// Throws unless it is what the migrations create, except for indexes that are built later.
    func check(after migrations: some Collection<Migration>) throws {
        // Running the migrations takes longer than everything else that opening a library does.
        guard digest != Self.released else { return }
        let (parts, expected) = (Set(parts), Set(try Schema(after: Array(migrations)).parts))
        let added = parts.subtracting(expected).filter { !$0.isStatistics }
        if let part = added.min(by: { $0.precedes($1) }) {
            let article = part.type == "index" ? "an" : "a"
            throw StorageError.foreign("\(article) \(part.type) “\(part.name.prefix(40))”")
        }
        let missing = expected.subtracting(parts).filter { !$0.isBuiltLater }
        if let part = missing.min(by: { $0.precedes($1) }) {
            throw StorageError.damaged("the \(part.type) \(part.name) is missing")
        }
    }

    /// Of everything except indexes that are built later.
    var digest: String {
        let texts = parts.lazy.filter { !$0.isBuiltLater }.flatMap { part in
            [part.type, part.name, part.table, part.sql ?? ""]
        }
        return Digest(of: texts.map { "\($0.utf8.count) \($0)" }.joined().utf8).description
    }

    /// The digest of what all released migrations create; `SchemaTests` says what it has to be.
    static let released = "dc17151ce60b0ceae2a3f2e211dba6aff1b44e27eb057fef685cd1f7136fda3b"
}

extension Schema.Part {
    fileprivate var isBuiltLater: Bool { type == "index" && Writer.searchIndexes.contains(name) }

    /// Whether it was left by SQLite's `ANALYZE`, which changes no content.
    fileprivate var isStatistics: Bool {
        type == "table" && ["sqlite_stat1", "sqlite_stat4"].contains(name)
    }

    /// Triggers first, as what they do matters most.
    fileprivate func precedes(_ other: Self) -> Bool {
        (type == "trigger" ? 0 : 1, name) < (other.type == "trigger" ? 0 : 1, other.name)
    }
}
