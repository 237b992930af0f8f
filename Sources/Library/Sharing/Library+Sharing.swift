internal import LibraryValues
package import Notes
internal import Storage
internal import Threads

// What a fleet does with a library's file.

extension Library {
    /// The position in its log up to which the file has everything; nil if it has no log.
    package func sharedMark() throws(LibraryError) -> String? {
        try translatingErrors { try database.sharedMark() }
    }

    package func setSharedMark(_ mark: String) throws(LibraryError) {
        try translatingErrors { try database.setSharedMark(mark) }
    }

    /// Adds what was appended to the log after the file's position.
    ///
    /// - Parameters:
    ///   - bodies: What `LibraryLog.append` was given.
    ///   - mark: The position up to which the file then has everything.
    package func apply(_ bodies: [[UInt8]], upTo mark: String) throws(LibraryError) {
        try translatingErrors {
            let changes: [SharedChanges]
            do {
                changes = try bodies.map { try SharedChanges(reading: $0) }
            } catch {
                throw LibraryError.damaged(path: path, reason: "its log cannot be read")
            }
            try database.apply(changes, upTo: mark, at: now())
            let row = try database.read { try $0.library() }
            if let row { setIdentity(LibraryIdentity(row)) }
            try refreshStaleStates()
        }
    }

    /// Copies the library to a file without a log, after computing what its pages would compute when they are first asked for.
    package func copyForSharing(to path: String) throws(LibraryError) {
        try refreshNotes()
        try translatingErrors {
            try maintenanceLock.withLock {
                // The log has a change before the file has it.
                try database.finishChange()
                try database.copy(to: path, isTemporary: true) { _ in }
            }
        }
    }

    /// The media that have names here, by name.
    package func namedMedia() throws(LibraryError) -> [String: MediaHash] {
        try read { try $0.media() }
    }

    /// The mark that a copy of a library has.
    package static func sharedMark(ofCopy path: String) throws(LibraryError) -> String? {
        try LibraryError.translating(path: path) {
            let copy = try LibraryCopy(path: path)
            let mark = Result { try copy.read { try $0.sharedMark() } }
            try copy.close()
            return try mark.get()
        }
    }

    /// Writes a mark into a library that is not open.
    package static func setSharedMark(
        _ mark: String,
        inFileAt path: String
    ) throws(LibraryError) {
        try LibraryError.translating(path: path) { try Database.setSharedMark(mark, in: path) }
    }

    /// A new name for a temporary file, in the folder that is deleted when the library is closed.
    package func temporaryFile() throws(LibraryError) -> String {
        "\(try workFolder())/shared-\(UInt64.random(in: 0 ... .max))"
    }

    /// Deletes a library that is not open, with everything beside it.
    package static func deleteAll(of path: String) throws(LibraryError) {
        try Disk.removeDatabase(path)
        for ending in ["-media", "-media-wal", "-media-shm", "-lock"] {
            try Disk.remove(path + ending)
        }
    }

    /// Remembers that there was a library where its file is missing, so that no new one is taken for it.
    package static func markAsMissing(at path: String) throws(LibraryError) {
        try Disk.createFile(LockFile(beside: path).path)
        try LibraryForm.plain.remember(beside: path)
    }

    /// Moves a library that is not open to a path where there is none.
    package static func move(_ path: String, to other: String) throws(LibraryError) {
        try Disk.rename(path, to: other)
    }

    /// Deletes the files of a library that is not open, because its log has everything.
    package static func deleteFiles(of path: String) throws(LibraryError) {
        try Disk.removeDatabase(path)
    }
}
