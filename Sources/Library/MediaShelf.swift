internal import Storage
internal import Threads

/// The second file of a library, opened when it is first needed and made when something is first put there.
final class MediaShelf: @unchecked Sendable {
    private let file: LibraryFile
    // Guarded by `opening`.
    private var media: MediaFile?
    private let opening = Lock()

    init(file: LibraryFile) { self.file = file }

    /// The second file; nil where there is none yet.
    func existing() throws -> MediaFile? {
        try opening.withLock { file.hasMedia ? try open() : nil }
    }

    /// The second file, made where there was none.
    func made() throws -> MediaFile {
        try opening.withLock {
            if !file.hasMedia { try Disk.make(file.mediaPath) }
            return try open()
        }
    }

    func close() throws {
        try opening.withLock {
            try media?.close()
            media = nil
        }
    }

    private func open() throws -> MediaFile {
        if let media { return media }
        let opened = try MediaFile(
            path: file.mediaPath,
            in: file.key.files(at: file.mediaPath)
        )
        media = opened
        return opened
    }
}
