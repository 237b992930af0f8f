internal import FoundationEssentials
internal import Glibc
internal import Languages

package struct DiskFile: Sendable {
    package let path: String
    /// Its name, without its folder.
    package let name: String

    /// - Parameter name: Its name where it came from; nil for its name in `path`.
    package init(_ path: String, named name: String? = nil) {
        self.path = path
        self.name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Its content, if that is no more than `limit` bytes.
    package func read(atMost limit: Int) throws(ExchangeError) -> [UInt8] {
        do {
            guard try size <= limit else { throw TooLarge() }
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch is TooLarge {
            throw .file(name, reason: "the file is larger than \(String(limit >> 20)) MiB")
        } catch {
            throw unreadable
        }
    }

    /// In bytes.
    package var size: Int {
        get throws(ExchangeError) {
            var status = stat()
            guard stat(path, &status) == 0 else { throw unreadable }
            return status.st_size
        }
    }

    package func start(_ count: Int) throws(ExchangeError) -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw unreadable }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = fread(buffer.baseAddress, 1, count, file)
        }
        guard ferror(file) == 0 else { throw unreadable }
        return bytes
    }

    /// Renames it, replacing any file of that name.
    package func rename(to other: String) throws(ExchangeError) {
        guard Glibc.rename(path, other) == 0 else {
            throw .file(other, reason: "the file can’t be written")
        }
    }

    var unreadable: ExchangeError {
        let isThere = FileManager.default.fileExists(atPath: path)
        return .file(path, reason: isThere ? "the file can’t be read" : "the file doesn’t exist")
    }

    /// Replaces the file, completely or not at all; refused where it is of another kind.
    package func write(_ bytes: [UInt8]) throws(ExchangeError) {
        if FileManager.default.fileExists(atPath: path) {
            let old = FileKind(name: "", bytes: try start(4_096))
            let new = FileKind(name: "", bytes: Array(bytes.prefix(4_096)))
            guard try start(1).isEmpty || old != nil && old == new else {
                throw .file(
                    path,
                    reason: new == .stringCatalog
                        ? "the existing file isn’t a string catalog; choose another file name"
                        : "the existing file isn’t a places file; choose another file name"
                )
            }
        }
        try replace(with: bytes)
    }

    /// Replaces the file, completely or not at all.
    package func replace(with bytes: [UInt8]) throws(ExchangeError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .file(path, reason: "the file can’t be written")
        }
    }

    private struct TooLarge: Error {}
}
