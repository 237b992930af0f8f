internal import Glibc

/// Folders that only this user may use, because what is in them is a learner's own.
package enum PrivateFolder {
    /// Creates a folder, unless it exists.
    ///
    /// - Parameter withParents: Whether those above it are created too. A folder beside a library is not created without the
    ///   library's own, whose disk may not be mounted.
    package static func create(
        _ path: String,
        withParents: Bool = false
    ) throws(VaultError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0 else { throw .disk(path, errno) }
            guard status.st_mode & S_IFMT == S_IFDIR else { throw .disk(path, ENOTDIR) }
        case ENOENT where withParents:
            try create(AtomicFile.folder(of: path), withParents: true)
            try create(path)
        case let code:
            throw .disk(path, code)
        }
    }
}
