internal import Glibc

/// A file that is open for reading; it closes by itself when the last holder lets go.
package final class OpenFile: Sendable {
    /// The system's number of it; do not close it.
    package let descriptor: Int32
    /// Its length in bytes when it was opened.
    package let size: Int

    /// Opens a plain file.
    ///
    /// - Throws: 404 when there is none; a folder is none.
    package convenience init(path: String) throws(HTTPError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HTTPError(.notFound, message: "There is no such file.") }
        try self.init(taking: descriptor)
    }

    /// Takes over a descriptor of a plain file.
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
