internal import Storage
internal import Threads

/// A library's media file, opened when it is first needed and created when something is first stored.
struct MediaStore: Sendable {
    private let file: LibraryFile
    private let media = Locked<MediaFile?>(nil)
    private let shared: (any SharedMedia)?

    /// - Parameter log: Where media are durable besides the file, if the library is in a fleet.
    init(file: LibraryFile, log: (any LibraryLog)? = nil) {
        self.file = file
        shared = log.map { LogMedia(of: $0) }
    }

    /// Whether the library is in a fleet.
    var isShared: Bool { shared != nil }

    /// Nil where the file does not exist yet, and there can be no media elsewhere.
    func existing() throws -> MediaFile? {
        if shared != nil { return try createIfNeeded() }
        return try media.withLock { file.hasMedia ? try open(&$0) : nil }
    }

    func createIfNeeded() throws -> MediaFile {
        try media.withLock {
            if !file.hasMedia { try Disk.createFile(file.mediaPath) }
            return try open(&$0)
        }
    }

    func close() throws {
        try media.withLock {
            try $0?.close()
            $0 = nil
        }
    }

    private func open(_ media: inout MediaFile?) throws -> MediaFile {
        if let media { return media }
        let opened = try MediaFile(
            path: file.mediaPath,
            in: file.key.files(at: file.mediaPath),
            before: shared
        )
        media = opened
        return opened
    }
}
