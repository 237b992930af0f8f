internal import Glibc

/// Where files lie while they are being worked on: what is uploaded, unpacked and packed.
enum WorkFolder {
    /// A file system that lies in memory.
    private static let memory = "/dev/shm"

    /// Keeps them off the disk from now on, where there is a way round: nothing of a library with a lock lies there open.
    ///
    /// Call it before there are threads that read the environment.
    static func moveToMemory() {
        if access(memory, W_OK | X_OK) == 0 { setenv("TMPDIR", memory, 1) }
    }
}
