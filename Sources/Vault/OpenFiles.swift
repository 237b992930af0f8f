internal import SQLite
internal import Threads

/// The sealed databases that are in use under one key, so that all who open one share its file system.
///
/// The index of a log lies in memory: two file systems over one database would not see each other's.
final class OpenFiles: @unchecked Sendable {
    private struct Entry {
        weak var files: SealedFiles?
        let head: SealedHead
    }

    private let lock = Lock()
    // Guarded by `lock`.
    private var entries: [String: Entry] = [:]

    /// The one for the file at a path that has this head; another file may have come to lie there since.
    func files(at path: String, _ head: SealedHead, made: () -> SealedFiles) -> SealedFiles {
        lock.withLock {
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
