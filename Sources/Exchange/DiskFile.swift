internal import FoundationEssentials
internal import Languages

/// A file on the disk that somebody names.
public struct DiskFile: Sendable {
    /// Where it lies.
    public let path: String

    /// Names a file.
    public init(_ path: String) { self.path = path }

    /// What it is called, without its folder.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What is in it, if that is no more than anything that is read here may have.
    public func read() throws(ExchangeError) -> [UInt8] {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= StringCatalog.Limits.bytes else { throw TooLarge() }
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch is TooLarge {
            throw .file(path, reason: "larger than \(StringCatalog.Limits.bytes >> 20) MiB")
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw .file(path, reason: isThere ? "it cannot be read" : "there is no such file")
        }
    }

    /// Puts a catalog in its place, whole or not at all; refused where something else lies there.
    public func write(_ bytes: [UInt8]) throws(ExchangeError) {
        if FileManager.default.fileExists(atPath: path) {
            let old = try read()
            guard old.isEmpty || FileKind(name: "", bytes: old) == .stringCatalog else {
                throw .file(path, reason: "it is no string catalog; name another file")
            }
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .file(path, reason: "it cannot be written")
        }
    }

    private struct TooLarge: Error {}
}
