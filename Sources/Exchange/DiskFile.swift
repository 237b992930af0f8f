internal import FoundationEssentials
internal import Glibc
internal import Languages

/// A file on the disk that somebody names.
package struct DiskFile: Sendable {
    /// Where it lies.
    package let path: String

    /// What it is called, without its folder.
    package let name: String

    /// Names a file.
    ///
    /// - Parameter name: What it was called where it came from; nil for its name here.
    package init(_ path: String, named name: String? = nil) {
        self.path = path
        self.name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    }

    /// What is in it, if that is no more than `limit` bytes.
    package func read(atMost limit: Int) throws(ExchangeError) -> [UInt8] {
        do {
            guard try size <= limit else { throw TooLarge() }
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch is TooLarge {
            throw .file(path, reason: "larger than \(String(limit >> 20)) MiB")
        } catch {
            throw unreadable
        }
    }

    /// How many bytes it has.
    var size: Int {
        get throws(ExchangeError) {
            var status = stat()
            guard stat(path, &status) == 0 else { throw unreadable }
            return status.st_size
        }
    }

    /// Its first bytes.
    func start(_ count: Int) throws(ExchangeError) -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw unreadable }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = fread(buffer.baseAddress, 1, count, file)
        }
        guard ferror(file) == 0 else { throw unreadable }
        return bytes
    }

    /// Puts it in the place of what has another name.
    func rename(to other: String) throws(ExchangeError) {
        guard Glibc.rename(path, other) == 0 else {
            throw .file(other, reason: "it cannot be written")
        }
    }

    var unreadable: ExchangeError {
        let isThere = FileManager.default.fileExists(atPath: path)
        return .file(path, reason: isThere ? "it cannot be read" : "there is no such file")
    }

    /// Puts a file in its place, whole or not at all; refused where one of another kind lies there.
    package func write(_ bytes: [UInt8]) throws(ExchangeError) {
        if FileManager.default.fileExists(atPath: path) {
            let old = FileKind(name: "", bytes: try start(4_096))
            let new = FileKind(name: "", bytes: Array(bytes.prefix(4_096)))
            guard try start(1).isEmpty || old != nil && old == new else {
                throw .file(
                    path,
                    reason: new == .stringCatalog
                        ? "it is no string catalog; name another file"
                        : "it is no file of places; name another file"
                )
            }
        }
        try replace(with: bytes)
    }

    /// Puts bytes in the file's place, whole or not at all, whatever lies there.
    package func replace(with bytes: [UInt8]) throws(ExchangeError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .file(path, reason: "it cannot be written")
        }
    }

    private struct TooLarge: Error {}
}
