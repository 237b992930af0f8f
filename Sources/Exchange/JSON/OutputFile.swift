internal import Glibc

/// A file that is written bit by bit, and closed when it is complete or given up.
final class OutputFile {
    /// The file could not be written.
    struct WriteError: Error {}

    /// Nil once it is closed.
    private var file: UnsafeMutablePointer<FILE>?

    /// Creates the file, or empties it.
    init(path: String) throws(WriteError) {
        file = fopen(path, "wb")
        if file == nil { throw WriteError() }
    }

    deinit { if let file { fclose(file) } }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        guard let file, fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw WriteError()
        }
    }

    /// Writes what is still in memory; nothing can be written after it.
    func close() throws(WriteError) {
        guard let file else { return }
        self.file = nil
        guard fclose(file) == 0 else { throw WriteError() }
    }
}
