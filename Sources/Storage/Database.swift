package import Notes
package import SQLite
internal import Threads

/// A library's file with one writer and several readers; every change is a transaction that is on disk when it returns.
package final class Database: Sendable {
    /// The mark of a library in its file's header: "Omen".
    package static let applicationID: Int32 = 0x4F_6D_65_6E

    let pool: ConnectionPool
    package var path: String { pool.path }
    private let changes: ChangedRows
    private let studiedCards = StudiedCardCache()
    private let pastFigures = PastFigureCache()
    private let state = Locked(State())
    private let changedFacts = ChangedFacts()
    private let opened = OpenedReplica()
    private let latestStamps = LatestStamps()
    private let knownOpenings = KnownOpenings()
    let hasMergedFactsKnownNow = Locked(false)
    /// Tells when a change is made.
    private let clock: @Sendable () -> Moment
    /// Draws the names of new replicas.
    private let random: RandomSource
    /// Whether the library has facts, which only tests of older versions lack.
    private let hasFacts: Bool
    /// Makes transactions durable elsewhere; nil where the file is all there is.
    let commits: (any SharedCommits)?
    /// The script that makes a connection report what facts, and the log of shared libraries, are about.
    private let triggers: String

    private struct State {
        /// Only for readers, because the words of a change may be rolled back.
        var vocabulary = Vocabulary()
        var merging = Merging.done
        /// The version of the file when it was opened or at the last write transaction.
        var lastVersion: Int64?
        /// Names the file.
        var home: String?
        /// What was shared last; nil where that has to be read again.
        var shared: SharedState?
    }

    /// How far the index segments written for many notes have been merged.
    private enum Merging { case needed, begun, done }

    /// Opens the library, creates it if it doesn't exist, and migrates an older one.
    ///
    /// - Parameter files: The file system of a sealed library; nil for a plain one.
    package init(
        path: String,
        in files: SealedFiles? = nil,
        now: Moment,
        clock: (@Sendable () -> Moment)? = nil,
        random: RandomSource = .system,
        sharing commits: (any SharedCommits)? = nil,
        migrations: [Migration] = Migration.released
    ) throws {
        let changes = ChangedRows()
        self.changes = changes
        self.commits = commits
        triggers =
            commits == nil ? SyncMap.triggers : SyncMap.triggers + "\n" + DurableTables.triggers
        self.clock = clock ?? { now }
        self.random = random
        hasFacts = migrations.contains { $0.name == Migration.sync.name }
        var extensions = ConnectionExtensions.search(reportingTo: changes)
        extensions.functions.append(changedFacts.function)
        pool = try StorageError.translating {
            let pool = try ConnectionPool(
                path: path,
                in: files,
                applicationID: Self.applicationID,
                // What a power cut takes back is read again from where it is durable.
                flushesCommits: commits == nil,
                extensions: extensions
            )
            BTreeLibrary.removeLeftover(beside: path)
            do {
                try pool.withWriter { connection in
                    try Migration.run(migrations, on: connection, now: now)
                    guard migrations.contains(where: { $0.name == Migration.tallies.name }) else {
                        return
                    }
                    let writer = Writer(connection: connection, vocabulary: Vocabulary())
                    guard try writer.areTalliesStale() else { return }
                    try connection.transaction(.write) { _ = try writer.rebuildTallies() }
                }
            } catch {
                try? pool.close()
                throw error
            }
            return pool
        }
        try StorageError.translating {
            let version = try pool.withWriter { try $0.version() }
            state.withLock { $0.lastVersion = version }
        }
    }

    /// Moves a library's write-ahead log into its file, which must not be open anywhere.
    package static func checkpoint(_ path: String, in files: SealedFiles?) throws {
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
    /// - Parameter defersIndex: Whether the search index is updated later, however little was written.
    package func write<Result>(
        deferringIndex defersIndex: Bool = false,
        _ body: (borrowing Writer) throws -> Result
    ) throws -> Result {
        try StorageError.translating {
            try pool.withWriter { try run(body, deferringIndex: defersIndex, on: $0) }
        }
    }

    /// The same for what is durable elsewhere already, or has to be remembered of this file alone.
    func writeUnshared<Result>(_ body: (borrowing Writer) throws -> Result) throws -> Result {
        try StorageError.translating {
            try pool.withWriter { connection in
                state.withLock { $0.shared = nil }
                return try run(body, isShared: false, on: connection)
            }
        }
    }

    /// Does nothing if another thread is writing.
    package func writeIfFree(_ body: (borrowing Writer) throws -> Void) throws {
        try StorageError.translating { try pool.withWriterIfFree { try run(body, on: $0) } }
    }

    private func run<Result>(
        _ body: (borrowing Writer) throws -> Result,
        deferringIndex defersIndex: Bool = false,
        isShared: Bool = true,
        on connection: Connection
    ) throws -> Result {
        var swap: (result: Result, library: BTreeLibrary)?
        let commits = isShared ? commits : nil
        var shared: SharedState?
        defer {
            changes.endTransaction()
            _ = changedFacts.take()
        }
        if hasFacts { try connection.createTriggers(triggers) }
        if let commits {
            try commits.checkHeld()
            if SharingFault.isFileFirst {
                _ = try sharedState(Writer(connection: connection, vocabulary: Vocabulary()))
            }
        }
        do {
            let result = try connection.transaction(.write) {
                // Changes by another program were not reported.
                let version = try connection.version()
                let isUnchanged = state.withLock { state in
                    defer { state.lastVersion = version }
                    return state.lastVersion == version
                }
                if !isUnchanged {
                    changes.forget()
                    latestStamps.forget()
                }
                var writer = Writer(connection: connection, vocabulary: Vocabulary())
                let before = try commits.map { _ in try sharedState(writer) }
                let context = SyncContext(
                    changes: changedFacts,
                    home: home(),
                    random: random,
                    opened: opened,
                    latest: latestStamps
                )
                writer.sync = context
                let result = try body(writer)
                try writer.updateTallies()
                let changed = context.changes.take()
                let stamps = try writeFacts(of: changed, writer, context)
                if let library = writer.fileSwap.library {
                    guard let stamps else { preconditionFailure("A bulk import writes facts") }
                    try library.finish(from: connection, stamps)
                    swap = (result, library)
                    throw RollbackForFileSwap()
                }
                if !defersIndex, !changes.isIndexed { try writer.refreshIndex() }
                if let commits, let before, !SharingFault.isFileFirst {
                    shared = try share(changed, since: before, by: writer, through: commits)
                    if let shared { try writer.set(.sharedMark, to: shared.mark) }
                }
                if let day = writer.changedLogs.earliestDay { changes.recordTallies(from: day) }
                return result
            }
            #if OMENA_TESTING
                if SharingFault.isFileFirst, let commits {
                    try shareLate(through: commits, on: connection)
                }
            #endif
            if let shared { state.withLock { $0.shared = shared } }
            return result
        } catch is RollbackForFileSwap {
            latestStamps.forget()
            guard let swap else { preconditionFailure("No file replaces the library") }
            try share(fileAt: swap.library.file.path)
            try swapFile(with: swap.library.file.path)
            try keepHome(on: pool.writer)
            return swap.result
        } catch {
            latestStamps.forget()
            // What is durable elsewhere is not in the file.
            if shared != nil { commits?.fileIsBehind() }
            throw error
        }
    }

    func setShared(_ shared: SharedState) { state.withLock { $0.shared = shared } }

    func sharedState(_ writer: borrowing Writer) throws -> SharedState {
        if let shared = state.withLock({ $0.shared }) { return shared }
        let shared = SharedState(library: try writer.library()?.id, vector: try writer.syncVector())
        state.withLock { $0.shared = shared }
        return shared
    }

    /// Makes a file durable elsewhere that is about to replace the library.
    func share(fileAt path: String) throws {
        guard let commits else { return }
        try commits.append(fileAt: path) { try Self.setSharedMark($0, in: path) }
        // Until it has replaced the library.
        state.withLock { $0.shared = nil }
    }

    /// Everything the transaction wrote is in another file, which is about to replace the library.
    private struct RollbackForFileSwap: Error {}

    /// Writes facts about what the transaction has changed; returns stamps for what a bulk import has.
    private func writeFacts(
        of changed: ChangedFacts.Parts,
        _ writer: borrowing Writer,
        _ context: SyncContext
    ) throws -> OwnStamps? {
        guard hasFacts, !changed.isEmpty || writer.fileSwap.library != nil else { return nil }
        try writer.returnDepartedCards(of: changed)
        // What that has changed is part of the notes that are back.
        _ = context.changes.take()
        var stamps = try writer.stamps(at: clock(), home: context.home)
        try writer.putOpening(&stamps)
        try writer.writeFacts(of: changed, &stamps)
        context.latest.remember(stamps)
        try writer.mergeInsertedAgain(changed, at: clock())
        return stamps
    }

    /// Names the file: a copy has another name.
    func home() -> String {
        state.withLock { state in
            if let home = state.home { return home }
            let home = FileInstance.name(of: pool.path)
            state.home = home
            return home
        }
    }

    /// Lets the library write as a new replica if it is an earlier state of what others have heard of.
    package func startAnew(ifOlderThan replica: ReplicaID, _ sequence: Int64) throws {
        let own = try read { try $0.ownReplica() }
        guard own.id != replica || own.sequence < sequence else { return }
        try write { try $0.markReplaced() }
    }

    /// Only while the writer is not used otherwise.
    func swapFile(with path: String) throws {
        // After a failure as well: the writer may be a new connection, which counts the changes of other programs anew.
        defer { discardCaches() }
        do {
            try pool.swapFile(with: path)
        } catch {
            commits?.fileIsBehind()
            throw error
        }
        state.withLock { ($0.home, $0.shared) = (nil, nil) }
    }

    /// Records that the library itself has put another file into its place.
    private func keepHome(on connection: Connection) throws {
        let home = home()
        guard hasFacts else { return }
        try connection.transaction(.write) {
            try Writer(connection: connection, vocabulary: Vocabulary()).setHome(home)
        }
    }

    private func discardCaches() {
        state.withLock { $0.vocabulary = Vocabulary() }
        studiedCards.discard()
        pastFigures.discard()
        knownOpenings.discard()
        latestStamps.forget()
        hasMergedFactsKnownNow.withLock { $0 = false }
        changes.forget()
    }

    /// Runs `body` as a transaction that is rolled back, and returns its result.
    package func dryRun<Result>(_ body: (borrowing Writer) throws -> Result) throws -> Result {
        var result: Result?
        do {
            try write { writer in
                result = try body(writer)
                throw EndOfDryRun()
            }
        } catch is EndOfDryRun {}
        guard let result else { preconditionFailure("A dry run ended without a result") }
        return result
    }

    private struct EndOfDryRun: Error {}

    /// Runs `body` on a snapshot of the library.
    package func read<Result>(_ body: (borrowing Reader) throws -> Result) throws -> Result {
        try StorageError.translating { () throws -> Result in
            let vocabulary = state.withLock { $0.vocabulary }
            // Before the transaction starts, so that its snapshot has at least the changes up to this position.
            let position = changes.position(isAlone: isAlone)
            let result = try pool.read {
                try body(
                    Reader(
                        connection: $0,
                        vocabulary: vocabulary,
                        changes: position,
                        studiedCards: studiedCards,
                        pastFigureCache: pastFigures,
                        knownOpenings: knownOpenings
                    )
                )
            }
            // Now, because this thread may have stood still.
            try commits?.checkHeld()
            return result
        }
    }

    /// Whether only this process has changed the file; false also while another thread is writing.
    private func isAlone() -> Bool {
        var isAlone = false
        try? pool.withWriterIfFree {
            isAlone = try $0.version() == state.withLock { $0.lastVersion }
        }
        return isAlone
    }

    /// Runs `body` with several readers of one snapshot, for several threads; with only one while the library is being written.
    package func read<Result>(
        on count: Int,
        _ body: (SharedReaders) throws -> Result
    ) throws -> Result {
        try StorageError.translating { () throws -> Result in
            let vocabulary = state.withLock { $0.vocabulary }
            let result = try pool.read(on: count) {
                try body(SharedReaders(connections: $0, vocabulary: vocabulary))
            }
            try commits?.checkHeld()
            return result
        }
    }

    /// Whether something that searches use is not yet indexed.
    package func needsIndexing() throws -> Bool {
        try StorageError.translating {
            try changes.needsIndexing { try pool.read { try !$0.indexingState().isComplete } }
        }
    }

    /// Builds a part of what makes searches fast, in one transaction; false if nothing is left.
    ///
    /// Other writers get their turn before the next part.
    package func indexNextPart() throws -> Bool {
        guard try needsIndexing() else { return try mergeIndex() }
        let isBulk = try write { writer in
            let isBulk = try writer.manyNotesChanged()
            try writer.indexNextPart()
            return isBulk
        }
        if isBulk { state.withLock { $0.merging = .needed } }
        Thread.giveWay()
        return true
    }

    /// Merges some segments of the full-text index; false if nothing is left.
    ///
    /// If the program ends first, the index itself merges some of them with each change.
    private func mergeIndex() throws -> Bool {
        let merging = state.withLock { $0.merging }
        guard merging != .done else { return false }
        let isMore = try write { try $0.mergeIndex(isFirst: merging == .needed) }
        state.withLock { $0.merging = isMore ? .begun : .done }
        Thread.giveWay()
        return isMore
    }

    /// Waits until the change that is being made, if any, is in the file.
    package func finishChange() throws {
        try StorageError.translating { try pool.withWriter { _ in } }
    }

    /// Copies a snapshot of the library to a new file without a write-ahead log.
    ///
    /// - Parameters:
    ///   - files: The file system of the new file if it is to be sealed.
    ///   - isTemporary: Whether the new file need not survive a power cut.
    ///   - progress: Called now and then with the completed share of the work, from 0 to 1.
    package func copy(
        to path: String,
        in files: SealedFiles? = nil,
        isTemporary: Bool = false,
        progress: (Double) -> Void
    ) throws {
        try StorageError.translating {
            try pool.copy(to: path, in: files, isTemporary: isTemporary, progress: progress)
        }
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
    ///   - done: Called before any other thread can change the new content.
    package func replace(
        with path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void,
        done: () -> Void
    ) throws {
        try StorageError.translating {
            try pool.withWriter { _ in
                try share(fileAt: path)
                try copyOver(path, in: files, progress: progress)
                done()
            }
        }
    }

    /// Only while the writer is not used otherwise.
    func copyOver(
        _ path: String,
        in files: SealedFiles?,
        progress: (Double) -> Void = { _ in }
    ) throws {
        do {
            try pool.copyOver(path, in: files, progress: progress)
        } catch {
            commits?.fileIsBehind()
            throw error
        }
        discardCaches()
        state.withLock { $0.shared = nil }
    }

    /// Frees what is kept only to be faster the next time; false if that is nothing.
    @discardableResult
    package func releaseMemory() throws -> Bool {
        studiedCards.discard()
        pastFigures.discard()
        knownOpenings.discard()
        return try StorageError.translating { try pool.releaseMemory() }
    }

    /// Whether another database was copied over the file, so that the log that closing leaves belongs to what it held before.
    package var isReplaced: Bool { pool.isReplaced }

    /// Closes the file; later calls fail.
    package func close() throws { try StorageError.translating { try pool.close() } }
}
