/// A log that belongs to what a library's file held before another file was copied over it while the library was open: the
/// third line of its lock file.
///
/// SQLite would apply it to what the file holds now.
enum OrphanedLog {
    private static let line = 2
    private static let text = "The log belongs to what the file held before"

    static func isLeft(beside library: String) throws(LibraryError) -> Bool {
        guard isRemembered(beside: library) else { return false }
        return try Disk.size(of: library + "-wal") > 0
    }

    static func remember(beside library: String) throws(LibraryError) {
        try LockFile(beside: library).replaceLine(line, with: text)
    }

    /// Renames the log to what SQLite ignores; it is kept, because nothing else has what it holds.
    static func setAside(beside library: String) throws(LibraryError) {
        try Disk.rename(library + "-wal", to: pathAside(of: library))
        try forget(beside: library)
    }

    /// Where the log is once it is set aside.
    static func pathAside(of library: String) -> String { library + "-wal-orphaned" }

    /// So that the next log is not taken for it.
    static func forget(beside library: String) throws(LibraryError) {
        guard isRemembered(beside: library) else { return }
        try LockFile(beside: library).replaceLine(line, with: "-")
    }

    private static func isRemembered(beside library: String) -> Bool {
        let lines = LockFile(beside: library).lines()
        return lines.count > line && lines[line] == text
    }
}
