internal import Glibc

/// The turn of this process among others that use the same file for it; ends with its last reference.
package final class FileTurn: Sendable {
    private let descriptor: Int32

    /// Waits until nobody else has it; has no effect where the file cannot be created.
    package init(at path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
