import CSQLite

/// What SQLite could not do, and with which statement.
///
/// Bound values are never part of it: they are what a learner wrote, and errors end up in logs.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code.
    public let code: ResultCode
    /// SQLite's own words.
    public let message: String
    /// The statement that failed, if it was one.
    public let sql: String?

    /// An error that did not come from a connection.
    public init(code: ResultCode, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// Reads the last error of a connection.
    init(handle: OpaquePointer?, sql: String? = nil) {
        guard let handle else {
            self.init(code: .generic, message: "out of memory", sql: sql)
            return
        }
        self.init(
            code: ResultCode(rawValue: sqlite3_extended_errcode(handle)),
            message: String(cString: sqlite3_errmsg(handle)),
            sql: sql
        )
    }

    /// Everything on one line, as far as the SQL is.
    public var description: String {
        let statement = sql.map { " in: \($0)" } ?? ""
        return "SQLite error \(code.rawValue): \(message)\(statement)"
    }
}
