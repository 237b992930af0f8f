/// Why a statement has no result.
///
/// What matters most of a failure is whether the statement may still have been carried out.
package enum PostgresError: Error, Hashable, Sendable {
    /// libpq is not installed.
    case noLibrary(String)
    /// The address of the server makes no sense.
    case badAddress(String)
    /// No server could be asked, so that nothing was done.
    case unreachable(String)
    /// The server has refused the statement, so that nothing was done.
    ///
    /// - Parameter code: The five letters of its SQLSTATE.
    case refused(code: String, message: String)
    /// The statement was sent, and whether it was or will be carried out is unknown.
    case unknown(String)
    /// The server has sent something that this version cannot read; of a statement that writes, it is unknown what it has done.
    case unreadable(String)

    /// Whether nothing was done, and never will be.
    package var isCertain: Bool {
        switch self {
        case .noLibrary, .badAddress, .unreachable, .refused: true
        case .unknown, .unreadable: false
        }
    }

    /// Whether a row with this key exists already.
    package var isDuplicate: Bool {
        if case .refused(code: "23505", _) = self { true } else { false }
    }

    /// Whether the server is a standby.
    package var isReadOnly: Bool {
        if case .refused(code: "25006", _) = self { true } else { false }
    }

    /// Whether the transaction has to be begun again, because another one came before it.
    package var isConflict: Bool {
        if case .refused(let code, _) = self { ["40001", "40P01"].contains(code) } else { false }
    }
}

extension PostgresError: CustomStringConvertible {
    /// For whoever runs the server; without the values of parameters.
    package var description: String {
        switch self {
        case .noLibrary(let reason): "libpq cannot be loaded: \(reason)"
        case .badAddress(let reason): "the address of PostgreSQL is not valid: \(reason)"
        case .unreachable(let reason): "PostgreSQL cannot be reached: \(reason)"
        case .refused(let code, let message): "PostgreSQL has refused it (\(code)): \(message)"
        case .unknown(let reason): "PostgreSQL has not answered: \(reason)"
        case .unreadable(let reason): "the answer of PostgreSQL cannot be read: \(reason)"
        }
    }
}
