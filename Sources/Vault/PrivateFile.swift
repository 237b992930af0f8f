internal import Glibc

/// Files that only this user may read, because what is in them is a learner's own.
package enum PrivateFile {
    /// Creates a file, unless it exists, because SQLite would let everybody read it.
    package static func create(_ path: String) throws(VaultError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw .disk(path, errno) }
        close(file)
    }
}
