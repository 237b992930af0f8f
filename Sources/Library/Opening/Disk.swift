internal import Glibc
internal import Storage
internal import Vault

/// Operations on whole files, which throw errors that a learner can read.
enum Disk {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Creates a file that only this user may read, unless it exists.
    static func createFile(_ path: String) throws(LibraryError) {
        try LibraryError.translating(path: path) { try PrivateFile.create(path) }
    }

    /// The names in a folder; empty where there is no folder.
    static func names(in folder: String) throws(LibraryError) -> [String] {
        guard let listing = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw failure(folder, errno)
        }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The size of a file in bytes; 0 where there is no file.
    static func size(of path: String) throws(LibraryError) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure(path, errno) }
            return 0
        }
        return Int(status.st_size)
    }

    /// Fails if a file has a second hard link: SQLite's log has the name under which the file was opened, so whoever opens it
    /// under the other name reads a damaged file, and damages it further by writing.
    static func checkSingleName(_ path: String) throws(LibraryError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_nlink > 1 else { return }
        throw .cannotOpen(
            path: path,
            reason: """
                it has another name (a hard link), and using it under both would damage it; \
                delete the other name, or copy the file with cp and open the copy.
                """
        )
    }

    /// Renames a file over whatever has the name; it is durable when this returns.
    static func rename(_ path: String, to other: String) throws(LibraryError) {
        guard Glibc.rename(path, other) == 0 else { throw failure(other, errno) }
        AtomicFile.flush(folderOf: other)
    }

    /// Removes a file, if it exists.
    static func remove(_ path: String) throws(LibraryError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, errno) }
    }

    /// Overwrites a file and removes it; a file with a second hard link is only unlinked.
    ///
    /// Copy-on-write file systems and disks with wear levelling may retain the old content.
    static func wipe(_ path: String) throws(LibraryError) {
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw failure(path, errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(path, errno) }
        if status.st_nlink == 1 {
            let zeros = [UInt8](repeating: 0, count: 1 << 16)
            var offset = 0
            while offset < status.st_size {
                let count = pwrite(
                    file,
                    zeros,
                    min(zeros.count, Int(status.st_size) - offset),
                    off_t(offset)
                )
                guard count > 0 else { throw failure(path, errno) }
                offset += count
            }
            guard fsync(file) == 0 else { throw failure(path, errno) }
        }
        try remove(path)
        AtomicFile.flush(folderOf: path)
    }

    /// Creates a hard link, or a copy where the file system does not support links.
    static func link(_ path: String, to other: String) throws(LibraryError) {
        try remove(other)
        if Glibc.link(path, other) == 0 { return AtomicFile.flush(folderOf: other) }
        try copy(path, to: other)
    }

    /// Copies a file that only this user may read; it is durable when this returns.
    static func copy(_ path: String, to other: String) throws(LibraryError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure(path, errno) }
        defer { close(source) }
        let target = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure(other, errno) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else { throw failure(path, errno) }
            if count == 0 { break }
            let written = buffer[..<count].withUnsafeBytes { bytes in
                Result { () throws(LibraryError) in try write(bytes, to: target, path: other) }
            }
            try written.get()
        }
        guard fsync(target) == 0 else { throw failure(other, errno) }
        AtomicFile.flush(folderOf: other)
    }

    /// Writes all bytes to an open file.
    ///
    /// - Parameter path: Of the file, for errors.
    static func write(
        _ bytes: UnsafeRawBufferPointer,
        to file: CInt,
        path: String
    ) throws(LibraryError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path, errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// The suffixes of the files of one database, the main file first.
    static let databaseEndings = ["", "-wal", "-shm", "-journal"]

    /// Removes the files of a database that nobody has open.
    static func removeDatabase(_ path: String) throws(LibraryError) {
        for ending in databaseEndings { try remove(path + ending) }
    }

    /// The error for an `errno` value.
    static func failure(_ path: String, _ code: CInt) -> LibraryError {
        switch code {
        case EACCES, EPERM, EROFS: LibraryError(StorageError.writeProtected, path: path)
        case ENOENT:
            .cannotOpen(
                path: path,
                reason: "its folder does not exist; make it, or choose another with --library."
            )
        case ENOTDIR:
            .cannotOpen(
                path: path,
                reason: "a part of its path is a file; choose another with --library."
            )
        case EISDIR:
            .cannotOpen(path: path, reason: "it is a folder; name a file in it with --library.")
        case ENOSPC, EDQUOT:
            .diskFull(path: path)
        default:
            .cannotOpen(path: path, reason: "\(String(cString: strerror(code))).")
        }
    }
}
