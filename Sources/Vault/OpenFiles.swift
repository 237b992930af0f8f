internal import SQLite
internal import Threads

/// The encrypted databases in use under one key, so that all connections to one share its file system.
///
/// The index of a write-ahead log is in memory, and two file systems for one database would not see each other's.
struct OpenFiles: Sendable {
    private struct Entry {
        weak var files: SealedFiles?
        let head: SealedHeader
    }

    private let entries = Locked<[String: Entry]>([:])

    /// The file system of the database at `path` that has this head; another database may be there by now.
    func files(at path: String, _ head: SealedHeader, made: () -> SealedFiles) -> SealedFiles {
        entries.withLock { entries in
            if let entry = entries[path], entry.head == head, let files = entry.files {
                return files
            }
            entries = entries.filter { $0.value.files != nil }
            let files = made()
            entries[path] = Entry(files: files, head: head)
            return files
        }
    }
}
