import CSQLite

/// An extended result code of SQLite.
public struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number that SQLite returns.
    public let rawValue: Int32

    /// Wraps a number that SQLite returned.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The general code that an extended one belongs to: `constraint` for `constraintUnique`.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

    /// The code in SQLite's own words.
    public var description: String { "\(String(cString: sqlite3_errstr(rawValue))) (\(rawValue))" }

    /// Another connection holds the lock that is needed.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// A constraint of the schema does not allow it.
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// The file cannot be opened or made.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// It took more steps than it was given.
    static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The content of the file is damaged.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk, or the file's allowance, is full.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The disk answered with an error.
    public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    /// The file is no database.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    /// The file, or the connection, may only be read.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// A value is larger than the connection's limit.
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)

    static let generic = ResultCode(rawValue: SQLITE_ERROR)
}

/// Matches the code itself, and a general one all that belong to it: `catch let e where .constraint ~= e.code`.
public func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
}
