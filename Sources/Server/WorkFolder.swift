internal import Glibc
import FoundationEssentials

/// Where files lie while they are being worked on.
enum WorkFolder {
    /// A file system that lies in memory.
    private static let memory = "/dev/shm"

    /// The folder; of a library with a lock, nothing that it is given touches a disk where there is a way round.
    static func path(isSecret: Bool) -> String {
        if isSecret, access(memory, W_OK | X_OK) == 0 { return memory }
        return FileManager.default.temporaryDirectory.path
    }
}
