internal import Glibc

/// A file whose bytes are read and written by their place; nothing moves in between.
///
/// Several threads may read at once.
final class DiskBytes: Sendable {
    /// How many bytes it had when it was opened.
    let size: Int
    private let descriptor: Int32

    /// Opens a file to read it.
    init(reading path: String) throws(ArchiveError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notAnArchive
        }
        size = Int(status.st_size)
    }

    /// Makes a file; refused where something lies there.
    init(making path: String) throws(ArchiveError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        size = 0
    }

    deinit { close(descriptor) }

    /// Fills the buffer from some place on.
    func read(at place: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, place + done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure }
            guard count > 0 else { throw .truncated }
            done += count
        }
    }

    /// Some bytes that have to be there.
    func bytes(at place: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        guard place >= 0, count >= 0, place <= size, count <= size - place else { throw .truncated }
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: ArchiveError?
        bytes.withUnsafeMutableBytes { buffer in
            do throws(ArchiveError) {
                try read(at: place, into: buffer)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all of some bytes from some place on.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(ArchiveError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, place + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            done += count
        }
    }

    /// Waits until all that was written is on the disk.
    func flush() throws(ArchiveError) {
        guard fsync(descriptor) == 0 else { throw Self.failure }
    }

    private static var failure: ArchiveError { .disk(String(cString: strerror(errno))) }
}
