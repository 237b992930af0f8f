internal import Glibc

/// A file that is open for reading, and closed with its last reference.
package final class OpenFile: Sendable {
    /// Closed by `deinit` only.
    package let descriptor: Int32
    /// The length in bytes when it was opened.
    package let size: Int

    /// - Throws: 404 if there is no regular file.
    package convenience init(path: String) throws(HTTPError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HTTPError(.notFound, message: "There is no such file.") }
        try self.init(taking: descriptor)
    }

    /// Takes over the descriptor of a regular file.
    package init(taking descriptor: Int32) throws(HTTPError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw HTTPError(.notFound, message: "There is no such file.")
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }
}
