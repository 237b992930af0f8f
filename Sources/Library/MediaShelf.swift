internal import Notes
internal import Storage
internal import Threads

/// The second file of a library, opened when it is first needed.
final class MediaShelf: @unchecked Sendable {
    private let file: LibraryFile
    // Guarded by `opening`.
    private var media: MediaFile?
    private let opening = Lock()

    init(file: LibraryFile) { self.file = file }

    /// Lends the second file, making it where there is none.
    func open() throws -> MediaFile {
        try opening.withLock {
            if let media { return media }
            try file.make(file.mediaPath)
            let opened = try MediaFile(path: file.mediaPath)
            media = opened
            return opened
        }
    }

    func close() throws {
        try opening.withLock {
            try media?.close()
            media = nil
        }
    }
}
