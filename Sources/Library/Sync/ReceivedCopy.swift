internal import Compression
internal import SQLite
internal import Storage

/// A copy of another replica's file, which arrives in pieces.
package final class ReceivedCopy {
    let path: String
    private let file: ArrivingFile
    private let decompressor: ZstdDecompressor
    private var quota: RemainingQuota

    /// No library is larger than this when it is first copied; larger ones are sent as facts.
    private static let maximumSize = 64 << 30

    /// - Parameters:
    ///   - path: A file that is created, and deleted with this object unless it is moved.
    ///   - quota: How large it may get.
    init(path: String, within quota: RemainingQuota) throws(LibraryError) {
        self.path = path
        self.quota = quota
        file = try LibraryError.translating(path: path) { try ArrivingFile(path: path) }
        decompressor = ZstdDecompressor(named: "copy", limit: Self.maximumSize)
    }

    deinit { try? Disk.removeDatabase(path) }

    /// Whether it was refused because it is larger than this library may get.
    package var isTooLarge: Bool { quota.isExceeded }

    /// Adds the next bytes, however they were cut.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(LibraryError) {
        try checking {
            try decompressor.take(bytes) { piece in
                try quota.use(piece.count)
                try file.add(piece)
            }
        }
    }

    func finish() throws(LibraryError) {
        try checking {
            try decompressor.finish()
            try file.finish()
        }
    }

    private func checking(_ body: () throws -> Void) throws(LibraryError) {
        do {
            try body()
        } catch let error as DatabaseError where error.code != .corrupt {
            throw LibraryError(StorageError(error), path: path)
        } catch let error as LibraryError {
            throw error
        } catch {
            throw .damagedArrival
        }
    }
}
