package import Notes
package import SQLite
internal import Threads

/// A library's file with one writer and several readers; every change is a transaction that is on disk when it returns.
package final class Database: @unchecked Sendable {
    /// The mark of a library in its file's header: "Omen".
    package static let applicationID: Int32 = 0x4F_6D_65_6E

    let pool: ConnectionPool
    // Guarded by `replacing`. Only readers use it, because the words of a change may be rolled back.
    private var vocabulary = Vocabulary()
    // Guarded by `replacing`.
    private var merging = Merging.done
    private let replacing = Lock()
    private let changes: ChangedRows
    // Only used by the writer: the version of the file when it wrote last.
    private var lastVersion: Int64?

    /// How far the index segments written for many notes have been merged.
    private enum Merging { case wanted, begun, done }

    /// Opens the library, creates it if it doesn't exist, and migrates an older one.
    ///
    /// - Parameter files: The file system of a sealed library; nil for a plain one.
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
                extensions: .search(reportingTo: changes)
            )
            BTreeLibrary.removeLeftover(beside: path)
            do {
                try pool.withWriter { try Migration.run(migrations, on: $0, now: now) }
            } catch {
                try? pool.close()
                throw error
            }
            return pool
        }
    }

    /// Moves a library's write-ahead log into its file; nobody may have it open.
    package static func bringHome(_ path: String, in files: SealedFiles?) throws {
        try StorageError.translating {
            // The last writing connection does so when it is closed.
            try Connection(
                path: path,
                in: files,
                access: .write,
                applicationID: applicationID,
                extensions: .search
            ).close()
        }
    }

    /// Runs `body` as one transaction, which is on disk when this returns and rolled back when it throws.
    ///
    /// - Parameter leavesIndex: Whether the search index is updated later, however little was written.
    package func write<Result>(
        leavingIndex leavesIndex: Bool = false,
        _ body: (borrowing Writer) throws -> Result
    ) throws -> Result {
        try StorageError.translating {
            try pool.withWriter { try run(body, leavingIndex: leavesIndex, on: $0) }
        }
    }

    /// Does nothing if another thread is writing.
    package func writeIfFree(_ body: (borrowing Writer) throws -> Void) throws {
        try StorageError.translating { try pool.withWriterIfFree { try run(body, on: $0) } }
    }

    private func run<Result>(
        _ body: (borrowing Writer) throws -> Result,
        leavingIndex leavesIndex: Bool = false,
        on connection: Connection
    ) throws -> Result {
        var swap: (result: Result, library: BTreeLibrary)?
        defer { changes.endTransaction() }
        do {
            return try connection.transaction(.write) {
                // Changes by another program were not reported.
                let version = try connection.version()
                if version != lastVersion { changes.forget() }
                lastVersion = version
                let writer = Writer(connection: connection, vocabulary: Vocabulary())
                let result = try body(writer)
                if let library = writer.fileSwap.library {
                    try library.finish(from: connection)
                    swap = (result, library)
                    throw RollbackForFileSwap()
                }
                if !leavesIndex { try writer.refreshIndex() }
                return result
            }
        } catch is RollbackForFileSwap {
            guard let swap else { preconditionFailure("No file replaces the library") }
            try pool.swapFile(with: swap.library.file.path)
            forgetWords()
            return swap.result
        }
    }

    /// Everything the transaction wrote is in another file, which is about to replace the library.
    private struct RollbackForFileSwap: Error {}

    private func forgetWords() {
        replacing.withLock { vocabulary = Vocabulary() }
        changes.forget()
    }

    /// Runs `body` as a transaction that is rolled back, and returns what it returned.
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

    /// Runs `body` on a snapshot of the library.
    package func read<Result>(_ body: (borrowing Reader) throws -> Result) throws -> Result {
        try StorageError.translating { () throws -> Result in
            let vocabulary = replacing.withLock { self.vocabulary }
            // Before the transaction starts, so that its snapshot has at least the changes up to this position.
            let position = changes.position(isAlone: isAlone)
            return try pool.read {
                try body(Reader(connection: $0, vocabulary: vocabulary, changes: position))
            }
        }
    }

    /// Whether only this process has changed the file; also false while it is being written.
    private func isAlone() -> Bool {
        var isAlone = false
        try? pool.withWriterIfFree { isAlone = try $0.version() == lastVersion }
        return isAlone
    }

    /// Runs `body` with several readers of one snapshot, for several threads; with only one while the library is being written.
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

    /// Copies a snapshot of the library to a new file without a write-ahead log.
    ///
    /// - Parameters:
    ///   - files: The file system of the new file if it is to be sealed.
    ///   - progress: Called now and then with the completed share of the work, from 0 to 1.
    package func copy(
        to path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void
    ) throws {
        try StorageError.translating { try pool.copy(to: path, in: files, progress: progress) }
    }

    /// Copies a library that is not open here, and leaves it unchanged.
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

    /// Replaces all content with that of another library in one transaction.
    ///
    /// - Parameters:
    ///   - files: The file system of the other library if it is sealed.
    ///   - done: Called before anybody can change the new content.
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

    /// Closes the file; later calls fail.
    package func close() throws { try StorageError.translating { try pool.close() } }
}
