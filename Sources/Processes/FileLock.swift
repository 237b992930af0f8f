internal import Glibc

/// An exclusive lock on a file, for which processes wait; released with its last reference.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Waits until no other process holds it; has no effect where the file cannot be created.
    package init(at path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
