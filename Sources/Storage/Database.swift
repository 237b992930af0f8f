package import Notes
package import SQLite
internal import Threads

/// A library's file: one writer, several readers, every change a transaction that is on disk when it returns.
package final class Database: @unchecked Sendable {
    /// The mark of a library in its file's header: "Omen".
    package static let applicationID: Int32 = 0x4F_6D_65_6E

    let pool: ConnectionPool
    // Guarded by `replacing`. Of readers alone: a change may be rolled back, and its words with it.
    private var vocabulary = Vocabulary()
    // Guarded by `replacing`.
    private var merging = Merging.done
    private let replacing = Lock()
    private let changes: ChangedRows
    // Of the writer alone: the state of the file as it saw it last.
    private var lastVersion: Int64?

    /// How far the index segments written for many notes have been merged.
    private enum Merging { case wanted, begun, done }

    /// Opens the library at `path`, makes one where there is none, and brings an older one up to date.
    ///
    /// - Parameter files: Where it lies sealed; nil for a file that anybody can read.
    package convenience init(path: String, in files: SealedFiles? = nil, now: Moment) throws {
        try self.init(path: path, in: files, now: now, migrations: Migration.released)
    }

    package init(
        path: String,
        in files: SealedFiles? = nil,
        now: Moment,
        migrations: [Migration]
    ) throws {
        let changes = ChangedRows()
        self.changes = changes
        pool = try StorageError.translating {
            let pool = try ConnectionPool(
                path: path,
                in: files,
                applicationID: Self.applicationID,
                extensions: .search(telling: changes)
            )
            LaidLibrary.removeRest(beside: path)
            do {
                try pool.withWriter { try Migration.run(migrations, on: $0, now: now) }
            } catch {
                try? pool.close()
                throw error
            }
            return pool
        }
    }

    /// Brings what the log of a library holds into its file; nobody may have it open.
    package static func bringHome(_ path: String, in files: SealedFiles?) throws {
        try StorageError.translating {
            // The last connection that writes brings it home.
            try Connection(
                path: path,
                in: files,
                access: .write,
                applicationID: applicationID,
                extensions: .search
            ).close()
        }
    }

    /// Runs `body` as one transaction: all of it is on disk when this returns, or, when it throws, nothing.
    ///
    /// - Parameter leavesIndex: Whether what searches need is made afterwards, however little was written.
    package func write<Result>(
        leavingIndex leavesIndex: Bool = false,
        _ body: (borrowing Writer) throws -> Result
    ) throws -> Result {
        try StorageError.translating {
            try pool.withWriter { try run(body, leavingIndex: leavesIndex, on: $0) }
        }
    }

    /// The same, unless somebody else writes: for what nobody should wait for.
    package func writeIfFree(_ body: (borrowing Writer) throws -> Void) throws {
        try StorageError.translating { try pool.withWriterIfFree { try run(body, on: $0) } }
    }

    private func run<Result>(
        _ body: (borrowing Writer) throws -> Result,
        leavingIndex leavesIndex: Bool = false,
        on connection: Connection
    ) throws -> Result {
        var succession: (result: Result, library: LaidLibrary)?
        defer { changes.endTransaction() }
        do {
            return try connection.transaction(.write) {
                // What another program changed, nobody told of.
                let version = try connection.version()
                if version != lastVersion { changes.forget() }
                lastVersion = version
                let writer = Writer(connection: connection, vocabulary: Vocabulary())
                let result = try body(writer)
                if let library = writer.successor.library {
                    try library.finish(from: connection)
                    succession = (result, library)
                    throw Succession()
                }
                if !leavesIndex { try writer.refreshIndex() }
                return result
            }
        } catch is Succession {
            guard let succession else { preconditionFailure("Nothing takes the library's place") }
            try pool.takeOver(succession.library.file.path)
            forgetWords()
            return succession.result
        }
    }

    /// What was written lies in another file, which takes the place of this one.
    private struct Succession: Error {}

    private func forgetWords() {
        replacing.withLock { vocabulary = Vocabulary() }
        changes.forget()
    }

    /// Runs `body` as a transaction that is rolled back: what it returns is what it would have come to.
    package func rehearse<Result>(_ body: (borrowing Writer) throws -> Result) throws -> Result {
        var result: Result?
        do {
            try write { writer in
                result = try body(writer)
                throw EndOfRehearsal()
            }
        } catch is EndOfRehearsal {}
        guard let result else {
            preconditionFailure("A rehearsal came to its end without a result")
        }
        return result
    }

    private struct EndOfRehearsal: Error {}

    /// Runs `body` on one state of the library, whatever is written meanwhile.
    package func read<Result>(_ body: (borrowing Reader) throws -> Result) throws -> Result {
        try StorageError.translating { () throws -> Result in
            let vocabulary = replacing.withLock { self.vocabulary }
            // Before it begins, so that it sees at least what was changed up to here.
            let position = changes.position(isAlone: isAlone)
            return try pool.read {
                try body(Reader(connection: $0, vocabulary: vocabulary, changes: position))
            }
        }
    }

    /// Whether nobody but this program has changed the file since it did last; false too where somebody is just writing.
    private func isAlone() -> Bool {
        var isAlone = false
        try? pool.withWriterIfFree { isAlone = try $0.version() == lastVersion }
        return isAlone
    }

    /// The same with several readers, for several threads; with one alone where somebody is writing.
    package func read<Result>(
        on count: Int,
        _ body: (SharedReaders) throws -> Result
    ) throws -> Result {
        try StorageError.translating { () throws -> Result in
            let vocabulary = replacing.withLock { self.vocabulary }
            return try pool.read(on: count) {
                try body(SharedReaders(connections: $0, vocabulary: vocabulary))
            }
        }
    }

    /// Whether something that searches use is not indexed yet.
    package func needsIndexing() throws -> Bool {
        try StorageError.translating { try pool.read { try !$0.indexingState().isComplete } }
    }

    /// Builds a part of what makes searches fast, as a transaction; false if nothing is left.
    ///
    /// Other writers have their turn before the next part.
    package func indexNextPart() throws -> Bool {
        guard try needsIndexing() else { return try mergeIndex() }
        let isBulk = try write { writer in
            let isBulk = try writer.manyNotesChanged()
            try writer.indexNextPart()
            return isBulk
        }
        if isBulk { replacing.withLock { merging = .wanted } }
        Thread.giveWay()
        return true
    }

    /// Merges some segments of the full-text index; false if nothing is left.
    ///
    /// If the program ends before, the index itself merges some of them with each change.
    private func mergeIndex() throws -> Bool {
        let state = replacing.withLock { merging }
        guard state != .done else { return false }
        let isMore = try write { try $0.mergeIndex(isFirst: state == .wanted) }
        replacing.withLock { merging = isMore ? .begun : .done }
        Thread.giveWay()
        return isMore
    }

    /// Copies the library as it is at one moment into a new file that needs none beside it.
    ///
    /// - Parameters:
    ///   - files: Where the new file is to lie sealed, if it is.
    ///   - progress: Is told, now and then, how much of the work is done, from 0 to 1.
    package func copy(
        to path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void
    ) throws {
        try StorageError.translating { try pool.copy(to: path, in: files, progress: progress) }
    }

    /// The same for a library that nobody here has open; what lies at `path` is left as it is.
    package static func copy(
        from path: String,
        in files: SealedFiles? = nil,
        to other: String,
        sealed otherFiles: SealedFiles? = nil,
        progress: (Double) -> Void
    ) throws {
        try StorageError.translating {
            try ConnectionPool.copy(
                from: path,
                in: files,
                to: other,
                sealed: otherFiles,
                extensions: .search,
                progress: progress
            )
        }
    }

    /// Puts the library at another path in place of all that is here, as one transaction.
    ///
    /// - Parameters:
    ///   - files: Where the other library lies sealed, if it does.
    ///   - done: Runs before anybody changes what is here then.
    package func replace(
        with path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void,
        done: () -> Void
    ) throws {
        try StorageError.translating {
            try pool.replace(with: path, in: files, progress: progress) {
                forgetWords()
                done()
            }
        }
    }

    /// Closes the file; what is asked afterwards fails.
    package func close() throws { try StorageError.translating { try pool.close() } }
}
