internal import Glibc
internal import Threads

extension ConnectionPool {
    /// Replaces the database with a file that is open nowhere; on failure, the database is unchanged.
    ///
    /// Only within `withWriter`, outside of any transaction. The file is renamed, or copied if the database is being read or
    /// the file cannot be renamed.
    package func swapFile(with path: String) throws {
        try writer.checkFile()
        if try !renameIntoPlace(path) { try copyOver(path) }
    }

    /// Replaces all content with that of another file, in one transaction.
    ///
    /// Only within `withWriter`, outside of any transaction.
    ///
    /// - Parameter files: The file system of the other file if it is sealed.
    package func copyOver(
        _ path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws {
        // SQLite would create a file that was deleted.
        try writer.checkFile()
        let source = try Connection(path: path, in: files, access: .read, applicationID: 0)
        defer { try? source.close() }
        // NB: Not the writer itself, because its full-text tables notice only changes of another connection.
        let target = try Connection(
            path: self.path,
            in: self.files,
            access: .write,
            applicationID: applicationID,
            limit: limit
        )
        defer { try? target.close() }
        try source.copy(over: target, progress: progress)
    }

    /// False if others have the database open, or the file cannot be renamed.
    private func renameIntoPlace(_ path: String) throws -> Bool {
        let deadline = Instant.now + Self.maxWait
        return try readers.withLock(when: { $0.usedCount == 0 }, orAt: deadline) { readers in
            guard readers.usedCount == 0 else { return false }
            for reader in readers.idle { try reader.close() }
            readers.idle = []
            try writer.close()
            // The last connection to close deletes the log. The log of one database would corrupt another.
            let isAlone = access(self.path + "-wal", F_OK) != 0
            let isMoved = isAlone && rename(path)
            do {
                writer = try open(.write)
            } catch {
                readers.isClosed = true
                throw error
            }
            return isMoved
        }
    }

    /// How long to wait for readers.
    private static let maxWait: Duration = .seconds(5)

    /// Gives a file the name, the owner and the permissions of the database, and flushes that to the disk.
    private func rename(_ path: String) -> Bool {
        var status = stat()
        // The deletion of the log has to reach the disk first, or else a power cut could leave the log beside the new file.
        guard stat(self.path, &status) == 0, status.st_nlink == 1,
            chown(path, status.st_uid, status.st_gid) == 0,
            chmod(path, status.st_mode & 0o7777) == 0,
            syncFolder(),
            Glibc.rename(path, self.path) == 0
        else { return false }
        files?.report { .rename(path: path, to: self.path) }
        _ = syncFolder()
        return true
    }

    private func syncFolder() -> Bool {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let name = path[..<end].isEmpty ? (path.hasPrefix("/") ? "/" : ".") : String(path[..<end])
        let folder = Glibc.open(name, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { Glibc.close(folder) }
        guard fsync(folder) == 0 else { return false }
        files?.report { .syncFolder(path: name) }
        return true
    }
}
