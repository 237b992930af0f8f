internal import Postgres
internal import SQLite
internal import Threads

/// A connection to the accounts, in a file or in a fleet's PostgreSQL, which understand the same statements.
struct AccountsConnection {
    private enum Place {
        case file(Connection)
        case fleet(PostgresConnection, by: Instant)
    }

    private let place: Place

    private init(_ place: Place) { self.place = place }

    static func sqlite(_ connection: Connection) -> Self { Self(.file(connection)) }

    /// Runs a statement and returns how many rows it inserted, updated or deleted.
    @discardableResult
    func run(_ sql: StaticString, _ arguments: StatementArguments = [:]) throws -> Int {
        switch place {
        case .file(let connection): return try connection.run(sql, arguments)
        case .fleet(let connection, let deadline):
            let statement = PortableStatement(named: "\(sql)", arguments)
            return try connection.run(statement.sql, statement.values, by: deadline).count
        }
    }

    func rows<Element>(
        _ sql: StaticString,
        _ arguments: StatementArguments = [:],
        _ read: (AccountsRow) throws -> Element
    ) throws -> [Element] {
        switch place {
        case .file(let connection):
            return try connection.rows(sql, arguments) { try read(AccountsRow($0)) }
        case .fleet(let connection, let deadline):
            let statement = PortableStatement(named: "\(sql)", arguments)
            return try connection.run(statement.sql, statement.values, by: deadline).rows
                .map { try read(AccountsRow($0)) }
        }
    }

    func row<Element>(
        _ sql: StaticString,
        _ arguments: StatementArguments = [:],
        _ read: (AccountsRow) throws -> Element
    ) throws -> Element? {
        try rows(sql, arguments, read).first
    }

    func forEach(_ sql: SQL, _ body: (AccountsRow) throws -> Void) throws {
        switch place {
        case .file(let connection):
            try connection.forEach(sql) { row -> Void in try body(AccountsRow(row)) }
        case .fleet(let connection, let deadline):
            let statement = PortableStatement(sql)
            for row in try connection.run(statement.sql, statement.values, by: deadline).rows {
                try body(AccountsRow(row))
            }
        }
    }

    // MARK: - A file

    func transaction<Result>(
        _ intent: Connection.Intent,
        _ body: (AccountsConnection) throws -> Result
    ) throws -> Result {
        guard case .file(let connection) = place else {
            preconditionFailure("A fleet's transactions begin with its pool")
        }
        return try connection.transaction(intent) { try body(self) }
    }

    /// Changes when another connection has changed the file.
    func version() throws -> Int64 {
        guard case .file(let connection) = place else { return 0 }
        return try connection.version()
    }

    // MARK: - A fleet

    private static let patience = Duration.seconds(2)
    private static let mostTries = 6

    static func read<Result>(
        through pool: PostgresPool,
        _ body: (AccountsConnection) throws -> Result
    ) throws -> Result {
        try use(pool, isTransaction: false, body)
    }

    /// Runs `body` as one transaction, again where another one came in between.
    static func write<Result>(
        through pool: PostgresPool,
        _ body: (AccountsConnection) throws -> Result
    ) throws -> Result {
        var tries = 0
        while true {
            tries += 1
            do {
                return try use(pool, isTransaction: true, body)
            } catch let error as PostgresError where error.isConflict && tries < mostTries {
                continue
            }
        }
    }

    private static func use<Result>(
        _ pool: PostgresPool,
        isTransaction: Bool,
        _ body: (AccountsConnection) throws -> Result
    ) throws -> Result {
        let deadline = Instant.now + patience
        return try pool.withConnection(by: deadline) { connection throws(PostgresError) in
            if isTransaction {
                try connection.execute("BEGIN ISOLATION LEVEL SERIALIZABLE", by: deadline)
            }
            let result = Swift.Result { try body(Self(.fleet(connection, by: deadline))) }
            guard isTransaction else { return result }
            if case .success = result {
                try connection.execute("COMMIT", by: deadline)
            } else {
                // Whatever it has done is undone, at the latest when the connection ends.
                try? connection.execute("ROLLBACK", by: deadline)
            }
            return result
        }.get()
    }

    /// The statements that create tables in PostgreSQL, from those of a file.
    static func tables(_ schema: String) -> [String] {
        let types = [
            ("INTEGER", "BIGINT"), ("BLOB", "BYTEA"), ("TEXT", #"TEXT COLLATE "C""#),
            (", WITHOUT ROWID", ""), (" STRICT", ""),
        ]
        let portable = types.reduce(schema) { $0.replacing($1.0, with: $1.1) }
        return portable.split(separator: ";")
            .map { String($0.drop(while: \.isWhitespace)) }.filter { !$0.isEmpty }
    }
}

struct AccountsRow {
    let values: [Value]

    init(_ row: borrowing Row) {
        var values: [Value] = []
        for column in 0..<row.columnCount { values.append(row.value(column)) }
        self.values = values
    }

    init(_ row: PostgresRow) {
        values = row.values.map { value in
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .bytes(let bytes): .blob(bytes)
            }
        }
    }

    func int64OrNil(_ column: Int) -> Int64? {
        if case .integer(let number) = values[column] { number } else { nil }
    }

    /// The integer in the column; 0 for NULL.
    func int64(_ column: Int) -> Int64 { int64OrNil(column) ?? 0 }

    func int(_ column: Int) -> Int { Int(clamping: int64(column)) }

    func bool(_ column: Int) -> Bool { int64(column) != 0 }

    func textOrNil(_ column: Int) -> String? {
        if case .text(let text) = values[column] { text } else { nil }
    }

    /// The text in the column; empty for NULL.
    func text(_ column: Int) -> String { textOrNil(column) ?? "" }

    /// The bytes in the column; empty for NULL.
    func bytes(_ column: Int) -> [UInt8] {
        if case .blob(let bytes) = values[column] { bytes } else { [] }
    }
}

/// A statement with `$1`, `$2`…, as PostgreSQL wants it.
private struct PortableStatement {
    var sql = ""
    var values: [PostgresValue] = []

    /// A statement with a `?` for each value, none of which is in a literal.
    init(_ statement: SQL) {
        for character in statement.text {
            if character == "?" {
                values.append(PostgresValue(statement.values[values.count]))
                sql += "$\(values.count)"
            } else {
                sql.append(character)
            }
        }
    }

    /// A statement with `:name` for each value, none of which is in a literal.
    init(named text: String, _ arguments: StatementArguments) {
        let given = Dictionary(
            uniqueKeysWithValues: arguments.pairs.map { ("\($0.0)", $0.1?.storedValue ?? .null) }
        )
        var numbers: [String: Int] = [:]
        var rest = text[...]
        while let colon = rest.firstIndex(of: ":") {
            sql += rest[..<colon]
            let name = String(rest[rest.index(after: colon)...].prefix { $0.isLetter || $0 == "_" })
            rest = rest[colon...].dropFirst(1 + name.count)
            if numbers[name] == nil {
                values.append(PostgresValue(given[name] ?? .null))
                numbers[name] = values.count
            }
            sql += "$\(numbers[name] ?? 0)"
        }
        sql += rest
    }
}

extension PostgresValue {
    fileprivate init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            // No account has a fraction.
            case .real(let number): .text("\(number)")
            case .text(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }
}
