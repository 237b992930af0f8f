internal import SQLite
internal import Threads

/// The encrypted databases in use under one key, so that all connections to one share its file system.
///
/// The index of a write-ahead log is in memory, and two file systems for one database would not see each other's.
struct OpenFiles: Sendable {
    private struct Entry {
        weak var files: SealedFiles?
        let header: SealedHeader
    }

    private let entries = Locked<[String: Entry]>([:])

    /// The file system of the database at `path` with this header, which distinguishes it from an earlier database there.
    func files(at path: String, _ header: SealedHeader, make: () -> SealedFiles) -> SealedFiles {
        entries.withLock { entries in
            if let entry = entries[path], entry.header == header, let files = entry.files {
                return files
            }
            entries = entries.filter { $0.value.files != nil }
            let files = make()
            entries[path] = Entry(files: files, header: header)
            return files
        }
    }
}
