internal import SQLite

/// Why a library's file does not do what is asked of it.
package enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A later Omena has written the library; the name is that of a step this one does not know.
    case newer(String)
    /// The disk is full.
    case full
    /// The file cannot be reached, or not be written.
    case unavailable(String)
    /// What the file holds cannot be relied on.
    case damaged(String)
    /// Anything else, in the words of SQLite, never with what a learner wrote.
    case failed(String)

    /// The file or its folder does not let itself be written.
    package static let writeProtected = StorageError.unavailable(
        "the file or its folder cannot be written; choose another with --library"
    )

    /// The reason in a few words.
    package var description: String {
        switch self {
        case .newer(let name): "a later version has taken the step \"\(name)\""
        case .full: "the disk is full"
        case .unavailable(let reason), .damaged(let reason), .failed(let reason): reason
        }
    }

    /// A value that is not what its column holds.
    static func unreadable(_ table: StaticString, _ column: StaticString) -> StorageError {
        .damaged("\(table).\(column) holds something unreadable")
    }
}

extension StorageError {
    init(_ error: DatabaseError) {
        switch error.code.primary {
        case .full: self = .full
        case .readOnly: self = .writeProtected
        case .cannotOpen, .busy: self = .unavailable(error.message)
        // Also a quota that is used up, or the longest file there may be: SQLite says no more of them.
        case .inputOutput:
            self = .unavailable("its disk takes nothing more; make room, or see what limits it")
        case .corrupt, .notADatabase: self = .damaged(error.message)
        default: self = .failed(error.description)
        }
    }

    /// Runs `body` and says in this room's words what SQLite could not do.
    static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }
}
