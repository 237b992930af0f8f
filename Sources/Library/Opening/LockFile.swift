internal import Glibc

/// The file `PATH-lock` beside a library, which whoever has opened the library locks, and which is never deleted.
///
/// Its lines say what must be known of a library even if its own file is replaced.
struct LockFile {
    let path: String

    private static let maximumSize = 512

    init(beside library: String) { path = library + "-lock" }

    /// Empty where no library was ever opened.
    func lines() -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// Writes a line into the file, which this process holds; it is durable when this returns.
    func replaceLine(_ number: Int, with line: String) throws(LibraryError) {
        var lines = lines()
        while lines.count <= number { lines.append("-") }
        guard lines[number] != line else { return }
        lines[number] = line
        // NB: The file must stay the same one, or another process could lock it too.
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Disk.failure(path, errno) }
        defer { close(file) }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count,
            ftruncate(file, off_t(bytes.count)) == 0, fsync(file) == 0
        else { throw Disk.failure(path, errno) }
    }
}
