package import Languages
package import LibraryValues
package import Notes
internal import Sodium
internal import Storage
internal import Threads
package import Vault

/// Everything of one learner, and what can be done with it.
///
/// All of it is plain synchronous code that waits for the disk, and may be called from any thread that may wait.
/// What a change returns is on disk.
package final class Library: Sendable {
    let database: Database
    let now: @Sendable () -> Moment

    /// Reads kanji, where the machine has somebody who does.
    let japanese: JapaneseReader?

    let media: MediaShelf
    /// Is held by whoever copies, checks or replaces the whole of the library.
    let upkeep = Lock()

    private let file: LibraryFile
    private let currentIdentity: Locked<LibraryIdentity>

    /// Opens the library at `path` for this process alone, and makes one, with its starter decks, where there is none.
    ///
    /// The folder has to be there. A file that cannot be opened is left as it was, and so is its folder.
    ///
    /// - Parameter key: What opens a library that is sealed; a new one is sealed with it.
    package static func open(
        at path: String,
        key: VaultKey? = nil,
        reading japanese: JapaneseReader? = nil,
        now: @escaping @Sendable () -> Moment
    ) throws(LibraryError) -> Library {
        let file: LibraryFile
        do throws(LibraryError) {
            file = try LibraryFile(at: path, key: FileKey(key: key))
        } catch {
            if case .locked = error { Self.sweep(besideLocked: path) }
            throw error
        }
        do throws(LibraryError) {
            return try Library(in: file, reading: japanese, now: now)
        } catch {
            file.close()
            throw error
        }
    }

    /// Opens what lies in a file that this process holds.
    init(
        in file: LibraryFile,
        reading japanese: JapaneseReader?,
        now: @escaping @Sendable () -> Moment
    ) throws(LibraryError) {
        self.japanese = japanese
        Self.finishSealing(file)
        let identity: LibraryIdentity
        (database, identity) = try LibraryError.translating(path: file.path) {
            if file.isOlder { try Self.backUpBeforeUpdate(file, at: now()) }
            let database = try Database(
                path: file.path,
                in: file.key.files(at: file.path),
                now: now()
            )
            do {
                return (database, try Self.identify(database, now: now))
            } catch {
                try? database.close()
                throw error
            }
        }
        currentIdentity = Locked(identity)
        self.now = now
        self.file = file
        media = MediaShelf(file: file)
    }

    /// Which library this is, and in which of its lives.
    package var identity: LibraryIdentity { currentIdentity.withLock { $0 } }

    /// Says that it is another from now on.
    func become(_ identity: LibraryIdentity) { currentIdentity.withLock { $0 = identity } }

    /// Keeps a library as an earlier version wrote it, before this one changes its form.
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

    /// Where the library lies.
    package var path: String { file.path }

    /// What opens its files.
    var key: FileKey { file.key }

    /// Closes the files, after what is in hand; what is asked afterwards fails.
    package func close() throws(LibraryError) {
        defer { file.close() }
        try translatingErrors {
            let closing = Result { try media.close() }
            try database.close()
            try closing.get()
        }
    }

    /// Reads who the library is; a new one is given its name, its note types and its starter decks at once.
    private static func identify(
        _ database: Database,
        now: @Sendable () -> Moment
    ) throws -> LibraryIdentity {
        if let row = try database.read({ try $0.library() }) { return LibraryIdentity(row) }
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
