internal import Glibc

/// The folder in which SQLite creates temporary files; Omena's own are in `Library.workFolder`.
enum TemporaryFiles {
    /// A file system in memory.
    private static let memory = "/dev/shm"

    /// Moves them off the disk if possible, because SQLite sorts in them what is exported from a library with a lock.
    ///
    /// Must be called before there are threads that read the environment.
    static func moveToMemory() {
        if access(memory, W_OK | X_OK) == 0 { setenv("TMPDIR", memory, 1) }
    }
}
