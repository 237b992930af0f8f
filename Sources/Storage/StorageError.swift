package import SQLite

/// Why a library's file cannot be read or written.
package enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A later Omena has written the library; the name is that of an unknown migration.
    case newer(String)
    case full
    /// The file cannot be opened or written.
    case unavailable(String)
    /// The file was moved, deleted or overwritten while it was open, so a change would be lost to whoever opens it next.
    case moved
    /// The file contains something that Omena did not create, such as a trigger.
    case foreign(String)
    /// The file's content is damaged.
    case damaged(String)
    /// Any other error, with SQLite's message, which never contains what a learner wrote.
    case failed(String)

    package static let writeProtected = StorageError.unavailable(
        "the file or its folder cannot be written; choose another with --library"
    )

    package var description: String {
        switch self {
        case .newer(let name): "a later version has taken the step \"\(name)\""
        case .full: "the disk is full"
        case .moved: "the file was moved, deleted or overwritten"
        case .foreign(let part): "it contains \(part), which Omena did not create"
        case .unavailable(let reason), .damaged(let reason), .failed(let reason): reason
        }
    }

    /// A column contains an invalid value.
    static func unreadable(_ table: StaticString, _ column: StaticString) -> StorageError {
        .damaged("\(table).\(column) holds something unreadable")
    }
}

extension StorageError {
    package init(_ error: DatabaseError) {
        if error.code == .moved {
            self = .moved
            return
        }
        switch error.code.primary {
        case .full: self = .full
        case .readOnly: self = .writeProtected
        case .cannotOpen, .busy: self = .unavailable(error.message)
        // Also an exhausted quota or the maximum file size, because SQLite does not distinguish these.
        case .inputOutput:
            self = .unavailable("its disk takes nothing more; make room, or see what limits it")
        case .corrupt, .notADatabase: self = .damaged(error.message)
        default: self = .failed(error.description)
        }
    }

    /// Runs `body` and converts SQLite's errors.
    static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageError(error)
        } catch let flaw as BTreeFlaw {
            throw StorageError.failed(
                "the imported data failed a check, so nothing was changed: \(flaw)"
            )
        }
    }
}
