internal import Glibc

/// The folder for temporary files: uploads, and packages that are being read or written.
enum TemporaryFiles {
    /// A file system in memory.
    private static let memory = "/dev/shm"

    /// Moves them off the disk if possible, so that nothing of a library with a lock lies there unsealed.
    ///
    /// Must be called before there are threads that read the environment.
    static func moveToMemory() {
        if access(memory, W_OK | X_OK) == 0 { setenv("TMPDIR", memory, 1) }
    }
}
