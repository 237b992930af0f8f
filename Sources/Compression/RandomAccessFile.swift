internal import Glibc

/// A file that is read and written at explicit offsets.
///
/// Several threads may read at the same time.
package final class RandomAccessFile: Sendable {
    /// Its size in bytes when it was opened.
    package let size: Int
    private let descriptor: Int32

    package init(reading path: String) throws(ArchiveError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notAnArchive
        }
        size = Int(status.st_size)
    }

    /// Creates a file; throws if the path exists.
    package init(making path: String) throws(ArchiveError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        size = 0
    }

    deinit { close(descriptor) }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, offset + done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure }
            guard count > 0 else { throw .truncated }
            done += count
        }
    }

    /// Reads bytes; throws if the file is shorter.
    package func bytes(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
            throw .truncated
        }
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: ArchiveError?
        bytes.withUnsafeMutableBytes { buffer in
            do throws(ArchiveError) {
                try read(at: offset, into: buffer)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ArchiveError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            done += count
        }
    }

    /// Syncs the file to disk.
    package func flush() throws(ArchiveError) {
        guard fsync(descriptor) == 0 else { throw Self.failure }
    }

    private static var failure: ArchiveError { .disk(String(cString: strerror(errno))) }
}
