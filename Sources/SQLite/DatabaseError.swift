import CSQLite

/// An error of SQLite, with the statement that caused it.
///
/// Bound values are never part of it, because they are what a learner wrote, and errors end up in logs.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: ResultCode
    package let message: String
    package let sql: String?

    package init(code: ResultCode, message: String, sql: String? = nil) {
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

    package var description: String {
        let statement = sql.map { " in: \($0)" } ?? ""
        return "SQLite error \(code.rawValue): \(message)\(statement)"
    }
}
