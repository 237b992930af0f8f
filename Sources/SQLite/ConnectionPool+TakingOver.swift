internal import Glibc
internal import Threads

extension ConnectionPool {
    /// Puts a file that nobody has open in the place of this one: all of its content is here then, or, when this throws, none.
    ///
    /// Only within `withWriter`, outside of any transaction. The file is moved where nobody reads this one, and is copied
    /// where others do, or where it cannot be moved.
    public func takeOver(_ path: String) throws {
        if try !move(path) { try copyOver(path) }
    }

    /// Puts the content of another file in place of all that is here, as one transaction.
    func copyOver(
        _ path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws {
        let source = try Connection(path: path, in: files, access: .read, applicationID: 0)
        defer { try? source.close() }
        // NB: Not the writer itself: full-text tables notice at once what another connection changed.
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

    /// False where others have this file open, or it cannot be moved.
    private func move(_ path: String) throws -> Bool {
        try lending.withLock {
            let deadline = Instant.now + Self.patience
            while lentCount > 0, allAreBack.wait(until: deadline) {}
            guard lentCount == 0 else { return false }
            for reader in readers { try reader.close() }
            readers = []
            try writer.close()
            // Whoever closes it last takes its log away. With the log of another file this one would be damaged.
            let isAlone = access(self.path + "-wal", F_OK) != 0
            let isMoved = isAlone && Self.rename(path, to: self.path)
            do {
                writer = try open(.write)
            } catch {
                isClosed = true
                throw error
            }
            return isMoved
        }
    }

    /// How long readers are waited for.
    private static let patience: Duration = .seconds(5)

    /// Gives a file the name, the owner and the permissions of another, and sees to it that this is on the disk.
    private static func rename(_ path: String, to other: String) -> Bool {
        var status = stat()
        guard stat(other, &status) == 0, status.st_nlink == 1,
            chown(path, status.st_uid, status.st_gid) == 0,
            chmod(path, status.st_mode & 0o7777) == 0,
            Glibc.rename(path, other) == 0
        else { return false }
        let end = other.lastIndex(of: "/") ?? other.startIndex
        let folder = Glibc.open(String(other[...end]), O_RDONLY | O_CLOEXEC)
        fsync(folder)
        Glibc.close(folder)
        return true
    }
}
