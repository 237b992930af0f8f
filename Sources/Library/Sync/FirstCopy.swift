internal import Compression
internal import Glibc
internal import Languages
internal import SQLite
internal import Storage
internal import Threads

/// A copy of a library's file that another replica starts with, sent as compressed pieces.
package final class FirstCopy: Sendable {
    private let path: String

    /// - Parameter path: A file that is deleted with this object.
    init(path: String) { self.path = path }

    deinit { try? Disk.removeDatabase(path) }

    /// Reads the pieces one after another.
    package func pieces() throws(LibraryError) -> Pieces { try Pieces(of: self) }

    package final class Pieces {
        private let copy: FirstCopy
        private let workers = ParallelFor()
        private let pages: UsedPages

        fileprivate init(of copy: FirstCopy) throws(LibraryError) {
            self.copy = copy
            pages = try LibraryError.translating(path: copy.path) { try UsedPages(of: copy.path) }
        }

        /// The next piece, some frames of Zstandard; nil at the end.
        package func next() throws(LibraryError) -> [UInt8]? {
            let parts = try LibraryError.translating(path: copy.path) {
                var parts: [[UInt8]] = []
                while parts.count < workers.size, let next = try pages.nextPages() {
                    parts.append(next)
                }
                return parts
            }
            guard !parts.isEmpty else { return nil }
            let frames = Locked([[UInt8]](repeating: [], count: parts.count))
            workers.run(parts.count) { index in
                let frame = Zstd.compress(parts[index], level: 1)
                frames.withLock { $0[index] = frame }
            }
            return frames.withLock { Array($0.joined()) }
        }
    }
}

/// A copy of another replica's file, which arrives in pieces.
package final class ReceivedCopy {
    let path: String
    private let file: Int32
    private let decompressor: ZstdDecompressor

    /// No library is larger than this when it is first copied; larger ones are sent as facts.
    private static let maximumSize = 64 << 30

    /// - Parameter path: A file that is created, and deleted with this object unless it is moved.
    init(path: String) throws(LibraryError) {
        self.path = path
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Disk.failure(path, errno) }
        decompressor = ZstdDecompressor(named: "copy", limit: Self.maximumSize)
    }

    deinit {
        close(file)
        try? Disk.removeDatabase(path)
    }

    /// Adds the next bytes, however they were cut.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(LibraryError) {
        try checking {
            try decompressor.take(bytes) { try Disk.write($0, to: file, path: path) }
        }
    }

    func finish() throws(LibraryError) {
        try checking { try decompressor.finish() }
    }

    private func checking(_ body: () throws -> Void) throws(LibraryError) {
        do {
            try body()
        } catch let error as LibraryError {
            throw error
        } catch {
            throw .refused("What came from the other device is damaged. Try again.")
        }
    }
}
