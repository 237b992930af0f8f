package import Languages
package import LibraryValues
package import Notes
internal import Sodium
internal import Storage
internal import Threads
package import Vault

/// One learner's library, and everything that can be done with it.
///
/// Its methods are synchronous and wait for the disk; they may be called from any thread that may block.
/// A change is on disk when its method returns.
package final class Library: Sendable {
    let database: Database
    let now: @Sendable () -> Moment
    /// Draws what is random in identifiers.
    let random: RandomSource

    /// Reads kanji, on machines with a morphological analyser.
    let japanese: JapaneseReader?

    let media: MediaStore
    /// How many bytes the files may still grow by; nil without a quota.
    let remainingBytes: @Sendable () -> Int?
    /// Held while the whole library is copied, checked or replaced.
    let maintenanceLock = Lock()
    let answers = AnswerQueue()

    private let file: LibraryFile
    private let currentIdentity: Locked<LibraryIdentity>

    /// Opens the library at `path` for this process alone; creates it with its starter decks if it does not exist.
    ///
    /// The folder has to exist. A file that cannot be opened is left unchanged, and so is its folder.
    ///
    /// - Parameters:
    ///   - key: The key of a sealed library; a new one is sealed with it.
    ///   - random: Determines, together with the clock, all identifiers that the library assigns.
    ///   - remainingBytes: How many bytes the files may still grow by when much is added at once; nil without a quota.
    package static func open(
        at path: String,
        key: VaultKey? = nil,
        reading japanese: JapaneseReader? = nil,
        random: RandomSource = .system,
        sharing log: (any LibraryLog)? = nil,
        remainingBytes: @escaping @Sendable () -> Int? = { nil },
        now: @escaping @Sendable () -> Moment
    ) throws(LibraryError) -> Library {
        let file: LibraryFile
        do throws(LibraryError) {
            file = try LibraryFile(at: path, key: FileKey(key: key))
        } catch {
            if case .locked = error { Self.wipePlainFiles(besideLocked: path) }
            throw error
        }
        do throws(LibraryError) {
            return try Library(
                in: file,
                reading: japanese,
                random: random,
                sharing: log,
                remainingBytes: remainingBytes,
                now: now
            )
        } catch {
            file.close()
            throw error
        }
    }

    /// Opens a file that this process has locked.
    init(
        in file: LibraryFile,
        reading japanese: JapaneseReader?,
        random: RandomSource = .system,
        sharing log: (any LibraryLog)? = nil,
        remainingBytes: @escaping @Sendable () -> Int? = { nil },
        now: @escaping @Sendable () -> Moment
    ) throws(LibraryError) {
        self.japanese = japanese
        self.random = random
        Self.finishSealing(file)
        try Disk.checkSingleName(file.path)
        let (identity, form): (LibraryIdentity, LibraryForm)
        (database, identity, form) = try LibraryError.translating(path: file.path) {
            if file.isOlder { try Self.backUpBeforeUpdate(file, at: now()) }
            let files = try file.key.files(at: file.path)
            let database = try Database(
                path: file.path,
                in: files,
                now: now(),
                clock: now,
                random: random,
                sharing: log.map { LibraryCommits(to: $0) }
            )
            do {
                let identity = try Self.identify(database, file, now: now)
                if let sent = SentFacts(rememberedBeside: file.path) {
                    try database.startAnew(ifOlderThan: sent.replica, sent.sequence)
                }
                return (database, identity, files == nil ? .plain : .sealed)
            } catch {
                try? database.close()
                throw error
            }
        }
        // Only for the next start, so a full disk must not prevent this one.
        try? form.remember(beside: file.path)
        currentIdentity = Locked(identity)
        self.now = now
        self.remainingBytes = remainingBytes
        self.file = file
        media = MediaStore(file: file, log: log)
    }

    package var identity: LibraryIdentity { currentIdentity.withLock { $0 } }

    func setIdentity(_ identity: LibraryIdentity) { currentIdentity.withLock { $0 = identity } }

    /// Backs up a library of an earlier version before it is migrated.
    private static func backUpBeforeUpdate(_ file: LibraryFile, at moment: Moment) throws {
        let key = file.key
        let folder = BackupFolder(ofLibrary: file.path, key: key)
        let media =
            file.hasMedia
            ? try MediaFile(path: file.mediaPath, in: key.files(at: file.mediaPath)) : nil
        defer { try? media?.close() }
        _ = try folder.add(.beforeUpdate, at: moment) { copy in
            try Database.copy(
                from: file.path,
                in: key.files(at: file.path),
                to: copy,
                sealed: key.files(at: copy)
            ) { _ in }
            try folder.keepMedia(ofCopy: copy, from: media)
        }
    }

    package var path: String { file.path }

    /// Whether there is a file with any content.
    package static func isPresent(at path: String) throws(LibraryError) -> Bool {
        try !LibraryFile.isEmpty(path)
    }

    /// Fails if the file of a library is missing that was at `path` before.
    package static func checkPresence(at path: String) throws(LibraryError) {
        let path = try LibraryFile.canonical(path)
        if try LibraryFile.isEmpty(path) { try LibraryTraces(beside: path).checkNone() }
    }

    /// A folder for temporary files that only this user can read; it is deleted when the library is closed, or else opened.
    ///
    /// It is in memory where the library is sealed, so that nothing of it is ever on disk unencrypted.
    package func workFolder() throws(LibraryError) -> String {
        try LibraryWorkFolder(of: path, isSealed: key.key != nil).folder()
    }

    var key: FileKey { file.key }

    /// Whether its files are encrypted.
    package var isSealed: Bool { key.key != nil }

    /// Frees what is kept only to be faster the next time, when nobody is expected for a while; false if that is nothing.
    @discardableResult
    package func releaseMemory() throws(LibraryError) -> Bool {
        try translatingErrors { try database.releaseMemory() }
    }

    /// Closes the files after the current work; later calls fail.
    package func close() throws(LibraryError) {
        defer {
            // A backup ends when it uses the library next. Until then nobody else may have the files beside the library.
            maintenanceLock.withLock { file.close() }
        }
        // Only to recognise an earlier state of the file later, so a full disk must not prevent closing it.
        if let own = try? database.read({ try $0.ownReplica() }) {
            try? SentFacts(replica: own.id, sequence: own.sequence).remember(beside: path)
        }
        if database.isReplaced { try? OrphanedLog.remember(beside: path) }
        try translatingErrors {
            let closing = Result { try media.close() }
            try database.close()
            try closing.get()
        }
    }

    /// Reads the library's identity; a new library gets its id, note types and starter decks in one transaction.
    private static func identify(
        _ database: Database,
        _ file: LibraryFile,
        now: @Sendable () -> Moment
    ) throws -> LibraryIdentity {
        if let row = try database.read({ try $0.library() }) { return LibraryIdentity(row) }
        try file.traces.checkNone()
        return try database.write(deferringIndex: true) { writer in
            let moment = now()
            try writer.createLibrary(id: Token(byteCount: 16).text, at: moment)
            for type in NoteType.builtIn { try writer.insert(type, at: moment) }
            try StarterContent.put(in: writer, at: moment)
            guard let row = try writer.library() else {
                preconditionFailure("A row that was inserted is not there")
            }
            return LibraryIdentity(row)
        }
    }
}

extension LibraryIdentity {
    init(_ row: LibraryRow) {
        self.init(id: row.id, epoch: row.epoch)
    }
}
