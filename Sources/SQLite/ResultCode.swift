import CSQLite

package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The primary code of an extended one: `constraint` for `constraintUnique`.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

    package var description: String { "\(String(cString: sqlite3_errstr(rawValue))) (\(rawValue))" }

    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk or a quota is full.
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    /// The file does not have its name any more, or another program has overwritten it.
    package static let moved = ResultCode(rawValue: SQLITE_READONLY | 4 << 8)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// A value exceeds the connection's limit.
    package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)

    static let generic = ResultCode(rawValue: SQLITE_ERROR)
}

/// Matches the code itself; a primary code matches all of its extended codes: `catch let e where .constraint ~= e.code`.
package func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
}
